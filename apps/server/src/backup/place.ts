/** An archive while it is written. Nothing with its name exists before `finish`. */
export interface Sink {
  write(bytes: Buffer): Promise<void>;
  finish(): Promise<void>;
  /** Removes what was written. */
  abort(): Promise<void>;
}

/** An archive that can be read several times. */
export interface Source {
  readonly name: string;
  size(): Promise<number>;
  /** Reads from a byte on, by default from the first. */
  open(from?: number): AsyncIterable<Uint8Array>;
  /** Another archive in the same place. */
  sibling(name: string): Source;
}

/** A folder or a bucket with archives. */
export interface Place {
  create(name: string): Promise<Sink>;
  list(): Promise<string[]>;
  source(name: string): Source;
  remove(name: string): Promise<void>;
}

/** The place can't be used; the message contains no secrets. */
export class PlaceError extends Error {
  override name = 'PlaceError';
}

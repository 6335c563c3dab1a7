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
  open(): AsyncIterable<Uint8Array>;
}

/** A folder or a bucket with archives. */
export interface Place {
  create(name: string): Promise<Sink>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** The place can't be used; the message contains no secrets. */
export class PlaceError extends Error {
  override name = 'PlaceError';
}

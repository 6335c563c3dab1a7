import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Kinds of records in a run, in the order of its file. */
export const runKinds = ['entry', 'lookup', 'spend', 'unresolved', 'asset'] as const;
export type RunKind = (typeof runKinds)[number];

/** Location of the records of a kind and partition in the file of a run. */
interface RunSlice {
  readonly kind: RunKind;
  readonly partition: number;
  readonly offset: number;
  readonly length: number;
}

/** Records of one partition; records are multiples of 4 bytes. */
export class RecordBuffer {
  words = new Uint32Array(256);
  private readonly spare: Uint32Array<ArrayBuffer>[] = [];
  /** Number of words in use. */
  size = 0;

  /** Extends the buffer by this many words, and returns the offset of the first. */
  extend(count: number): number {
    const at = this.size;
    if (at + count > this.words.length) {
      const wider = new Uint32Array(Math.max(at + count, Math.ceil(1.5 * this.words.length)));
      wider.set(this.words.subarray(0, at));
      this.words = wider;
    }
    this.size = at + count;
    return at;
  }

  /** Returns all records, and starts over in other memory. */
  take(): Uint32Array<ArrayBuffer> {
    const written = this.words.subarray(0, this.size);
    this.words = this.spare.pop() ?? new Uint32Array(this.words.length);
    this.size = 0;
    return written;
  }

  /** Starts over. Keeps the memory if about as much will be needed again: each partition has its own busy segments. */
  clear(): void {
    if (this.words.length > Math.max(256, 4 * this.size))
      this.words = new Uint32Array(Math.max(256, this.size));
    this.size = 0;
  }

  /** Reuses the memory of records that are no longer needed. */
  reuse(written: Uint32Array<ArrayBuffer>): void {
    this.spare.push(new Uint32Array(written.buffer));
  }
}

/** Buffers of each kind by partition; sparse. */
type RunBuffers = Readonly<Record<RunKind, RecordBuffer[]>>;

function emptyBuffers(): RunBuffers {
  return { entry: [], lookup: [], spend: [], unresolved: [], asset: [] };
}

/**
 * Collects records of a segment by kind and partition in memory, and writes them to one file, the file of a run, when the
 * segment ends. They are sorted later.
 */
export class RunWriter {
  private buffers = emptyBuffers();
  private spare: RunBuffers | undefined;

  buffer(kind: RunKind, partition: number): RecordBuffer {
    return (this.buffers[kind][partition] ??= new RecordBuffer());
  }

  /**
   * Writes all records to a file with a list of their locations at its end, and resolves when they are on disk. New records
   * are collected in other buffers in the meantime. Writes one file at a time.
   */
  async write(path: string): Promise<void> {
    const full = this.buffers;
    this.buffers = this.spare ?? emptyBuffers();
    this.spare = undefined;
    const slices: RunSlice[] = [];
    const parts: Uint8Array[] = [];
    let offset = 0;
    for (const kind of runKinds) {
      for (const [partition, buffer] of full[kind].entries()) {
        if (!buffer || buffer.size === 0) continue;
        const bytes = new Uint8Array(buffer.words.buffer, 0, 4 * buffer.size);
        parts.push(bytes);
        slices.push({ kind, partition, offset, length: bytes.length });
        offset += bytes.length;
      }
    }
    const list = Buffer.from(JSON.stringify(slices));
    const trailer = Buffer.alloc(trailerSize);
    trailer.writeUInt32LE(list.length);
    const file = await open(path, 'w');
    try {
      await file.writeFile([...parts, list, trailer]);
      await file.sync();
    } finally {
      await file.close();
    }
    for (const kind of runKinds) for (const buffer of full[kind]) buffer?.clear();
    this.spare = full;
  }
}

/** Size in bytes of the length of the list of slices. */
const trailerSize = 4;

function readAt(file: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, offset + done);
    if (read === 0) throw new RangeError('The file of a run is too short');
    done += read;
  }
  return bytes;
}

function readSlices(path: string): RunSlice[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = readAt(file, trailerSize, size - trailerSize).readUInt32LE();
    return JSON.parse(readAt(file, length, size - trailerSize - length).toString()) as RunSlice[];
  } finally {
    closeSync(file);
  }
}

/** The files of runs in a separate folder. */
export interface RunFolder {
  pathOf(segment: number): string;
  /** Returns whether the files of segments 0 to `count` − 1 exist. */
  has(count: number): boolean;
  /** Returns the highest partition of a kind in the runs of segments 0 to `count` − 1; −1 without records. */
  highest(count: number, kind: RunKind): number;
  /** Returns the records of a kind and partition from the runs of segments 0 to `count` − 1, in order. */
  read(count: number, kind: RunKind, partition: number): Uint32Array;
  /** Removes the folder with all its files. */
  remove(): void;
}

export function openRunFolder(path: string): RunFolder {
  const pathOf = (segment: number): string => join(path, `run-${segment}`);
  const slices: RunSlice[][] = [];
  const runsOf = (count: number): RunSlice[][] => {
    while (slices.length < count) slices.push(readSlices(pathOf(slices.length)));
    return slices.slice(0, count);
  };
  return {
    pathOf(segment) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return pathOf(segment);
    },
    has(count) {
      for (let segment = 0; segment < count; segment++) if (!existsSync(pathOf(segment))) return false;
      return true;
    },
    highest: (count, kind) =>
      runsOf(count).reduce(
        (top, run) =>
          run.reduce((most, slice) => (slice.kind === kind ? Math.max(most, slice.partition) : most), top),
        -1,
      ),
    read(count, kind, partition) {
      const wanted = runsOf(count).map((run) =>
        run.find((slice) => slice.kind === kind && slice.partition === partition),
      );
      const all = new Uint8Array(wanted.reduce((sum, slice) => sum + (slice?.length ?? 0), 0));
      let at = 0;
      for (const [segment, slice] of wanted.entries()) {
        if (!slice) continue;
        const file = openSync(pathOf(segment), 'r');
        try {
          all.set(readAt(file, slice.length, slice.offset), at);
        } finally {
          closeSync(file);
        }
        at += slice.length;
      }
      return new Uint32Array(all.buffer);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** What a run has records of. */
export const runKinds = ['entry', 'lookup', 'spend', 'unresolved'] as const;
export type RunKind = (typeof runKinds)[number];

/** Where the records of a kind and partition stand in the file of a run. */
interface RunSlice {
  readonly kind: RunKind;
  readonly partition: number;
  readonly offset: number;
  readonly length: number;
}

/** Records of one partition; records are multiples of 4 bytes. */
export class RecordBuffer {
  words = new Uint32Array(256);
  /** Words in use. */
  size = 0;

  /** Makes room for this many words and returns where they begin. */
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
}

/**
 * Records of a segment that are sorted later, gathered by kind and partition in memory and written to one file when the segment
 * ends: the file of a run.
 */
export class RunWriter {
  private readonly buffers = new Map<RunKind, RecordBuffer[]>(runKinds.map((kind) => [kind, []]));

  /** Buffers of a kind by partition; holes where a partition has none. */
  private of(kind: RunKind): RecordBuffer[] {
    return this.buffers.get(kind) ?? [];
  }

  buffer(kind: RunKind, partition: number): RecordBuffer {
    const buffers = this.of(kind);
    return (buffers[partition] ??= new RecordBuffer());
  }

  /** Bytes of the records. */
  get bytes(): number {
    let words = 0;
    for (const buffers of this.buffers.values()) for (const buffer of buffers) words += buffer?.size ?? 0;
    return 4 * words;
  }

  /** Writes all records to a file, with a list of where they stand at its end; waits until the disk has it, and forgets them. */
  write(path: string): void {
    const slices: RunSlice[] = [];
    const file = openSync(path, 'w');
    try {
      let offset = 0;
      for (const [kind, buffers] of this.buffers) {
        for (const [partition, buffer] of buffers.entries()) {
          if (!buffer || buffer.size === 0) continue;
          const bytes = new Uint8Array(buffer.words.buffer, 0, 4 * buffer.size);
          writeAll(file, bytes);
          slices.push({ kind, partition, offset, length: bytes.length });
          offset += bytes.length;
          buffer.size = 0;
        }
      }
      const list = Buffer.from(JSON.stringify(slices));
      writeAll(file, list);
      const trailer = Buffer.alloc(trailerSize);
      trailer.writeUInt32LE(list.length);
      writeAll(file, trailer);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** The length of the list of slices. */
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

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(file, bytes, at, Math.min(bytes.length - at, 1 << 24));
}

/** The files of runs, in a folder of their own. */
export interface RunFolder {
  pathOf(segment: number): string;
  /** Whether the files of segments 0 to `count` − 1 are there. */
  has(count: number): boolean;
  /** Highest partition of a kind in the runs of segments 0 to `count` − 1; −1 without records. */
  highest(count: number, kind: RunKind): number;
  /** Records of a kind and partition, of the runs of segments 0 to `count` − 1 in their order. */
  read(count: number, kind: RunKind, partition: number): Uint32Array;
  /** Removes the folder with everything in it. */
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

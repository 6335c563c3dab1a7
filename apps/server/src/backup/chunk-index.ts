import { chunkBytes, hashBytes } from './archive-format.ts';

/** A chunk of an archive: where its frame begins, and the SHA-256 of its uncompressed bytes. */
export interface Chunk {
  /** Byte of the archive. */
  readonly at: number;
  /** Number of the frame. */
  readonly frame: number;
  readonly sha256: Buffer;
}

const entryBytes = hashBytes + 8 + 4;
const entriesInFrame = Math.floor(chunkBytes / entryBytes);

/** Returns the contents of the frames of an index. */
export function encodeIndex(chunks: readonly Chunk[]): Buffer[] {
  const contents: Buffer[] = [];
  for (let from = 0; from < chunks.length; from += entriesInFrame) {
    const some = chunks.slice(from, from + entriesInFrame);
    const content = Buffer.alloc(some.length * entryBytes);
    for (const [i, { at, frame, sha256 }] of some.entries()) {
      const place = i * entryBytes;
      sha256.copy(content, place);
      content.writeBigUInt64BE(BigInt(at), place + hashBytes);
      content.writeUInt32BE(frame, place + hashBytes + 8);
    }
    contents.push(content);
  }
  return contents;
}

/** Returns the chunks of one frame of an index. */
export function decodeIndex(content: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let place = 0; place + entryBytes <= content.length; place += entryBytes)
    chunks.push({
      sha256: content.subarray(place, place + hashBytes),
      at: Number(content.readBigUInt64BE(place + hashBytes)),
      frame: content.readUInt32BE(place + hashBytes + 8),
    });
  return chunks;
}

/** Chunks of the base, `count` of them from number `first` on. */
export interface Run {
  readonly first: number;
  readonly count: number;
}

/** Runs that fit into one frame. */
export const runsInFrame = chunkBytes / 8;

export function encodeRuns(runs: readonly Run[]): Buffer {
  const content = Buffer.alloc(runs.length * 8);
  for (const [i, { first, count }] of runs.entries()) {
    content.writeUInt32BE(first, i * 8);
    content.writeUInt32BE(count, i * 8 + 4);
  }
  return content;
}

export function decodeRuns(content: Buffer): Run[] {
  return Array.from({ length: Math.floor(content.length / 8) }, (_, i) => ({
    first: content.readUInt32BE(i * 8),
    count: content.readUInt32BE(i * 8 + 4),
  }));
}

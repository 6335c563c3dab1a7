import { createHash } from 'node:crypto';
import { chunkBytes } from './archive-format.ts';

/** Least bytes of a chunk; the last one of a part can have fewer. */
const leastBytes = 512 * 1024;
/** A place is a boundary if this many bits are zero: on average after 512 KiB beyond the least. */
const boundaryShift = 32 - 19;

/** Random numbers, one for each byte. Others would cut elsewhere, so that nothing would be as in an earlier archive. */
const gear = Uint32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(`hopscope ${byte}`).digest().readUInt32BE(),
);

/**
 * Finds where chunks end by a hash that rolls over the last 32 bytes, so that after an insertion boundaries are soon the same
 * as before (Gear hash: Xia et al., "FastCDC", USENIX ATC 2016).
 */
export function createCutter() {
  let hash = 0;
  /** Bytes of the chunk until now. */
  let filled = 0;
  return {
    /** Returns how many of the bytes from `from` on belong to the chunk, and whether it ends with them. */
    take(bytes: Uint8Array, from: number): { taken: number; ends: boolean } {
      const end = Math.min(bytes.length, from + chunkBytes - filled);
      let at = Math.min(end, from + Math.max(0, leastBytes - filled));
      while (at < end) {
        hash = ((hash << 1) + (gear[bytes[at++] as number] as number)) | 0;
        if (hash >>> boundaryShift === 0) {
          filled = 0;
          hash = 0;
          return { taken: at - from, ends: true };
        }
      }
      filled += end - from;
      const ends = filled === chunkBytes;
      if (ends) {
        filled = 0;
        hash = 0;
      }
      return { taken: end - from, ends };
    },
  };
}

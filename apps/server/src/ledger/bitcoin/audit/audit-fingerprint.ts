import { hash } from 'node:crypto';
import type { ActivityEntry } from '../accounts/activity.ts';
import { heightOf } from '../positions.ts';

/**
 * A sum of hashes of (address, entry) for each run of heights. Doesn't depend on the order in which entries are added, so
 * histories read by address and transactions read by block can be compared without holding either in memory.
 */
export interface Fingerprint {
  add(key: Uint8Array, entry: ActivityEntry): void;
  /** Returns the first run of heights in which the two differ. */
  firstDifference(other: Fingerprint): { from: number; to: number } | undefined;
  /** Four 32-bit sums per run. */
  readonly lanes: Uint32Array;
}

const lanesPerRun = 4;
const maxRuns = 4096;

/** Creates a fingerprint of the heights `from` to `to`; entries of other heights are ignored. */
export function createFingerprint(from: number, to: number): Fingerprint {
  const span = Math.max(1, Math.ceil((to - from + 1) / maxRuns));
  const lanes = new Uint32Array(lanesPerRun * Math.max(1, Math.ceil((to - from + 1) / span)));
  const message = new Uint8Array(128);
  const view = new DataView(message.buffer);
  return {
    lanes,
    add(key, entry) {
      const height = heightOf(entry.position);
      if (height < from || height > to) return;
      view.setBigUint64(0, BigInt(entry.position));
      view.setBigUint64(8, entry.received);
      view.setBigUint64(16, entry.spent);
      message[24] = entry.p2pk ? 1 : 0;
      message.set(key, 25);
      const digest = hash('sha256', message.subarray(0, 25 + key.length), 'buffer');
      const run = lanesPerRun * Math.floor((height - from) / span);
      for (let lane = 0; lane < lanesPerRun; lane++) {
        lanes[run + lane] = (lanes[run + lane] ?? 0) + digest.readUInt32LE(4 * lane);
      }
    },
    firstDifference(other) {
      const at = lanes.findIndex((lane, i) => lane !== other.lanes[i]);
      if (at < 0) return undefined;
      const start = from + Math.floor(at / lanesPerRun) * span;
      return { from: start, to: Math.min(to, start + span - 1) };
    },
  };
}

import { hash } from 'node:crypto';
import { byteKey } from '../../shared/byte-keys.ts';
import type { Entry } from '../accounts/entries.ts';

/**
 * Sums of hashes of (address, asset, entry), separate for groups of addresses. They don't depend on the order in which
 * entries are added, so lists read by account and transactions read by block can be compared without holding either in
 * memory. `signs` counts the signs that an address is a contract, weighted by its hash.
 */
export interface EntryFingerprint {
  add(key: Uint8Array, asset: number, entry: Entry): void;
  addSigns(key: Uint8Array, signs: number): void;
  readonly lanes: BigUint64Array;
}

const bucketCount = 1024;
const lanesPerBucket = 3;

/** Returns the group of an address. */
export function bucketOf(key: Uint8Array): number {
  return hash('sha256', key, 'buffer').readUInt16LE(0) % bucketCount;
}

export function createEntryFingerprint(): EntryFingerprint {
  const lanes = new BigUint64Array(bucketCount * lanesPerBucket);
  const buckets = new Map<string, number>();
  const bucket = (key: Uint8Array): number => {
    const name = byteKey(key);
    const known = buckets.get(name);
    if (known !== undefined) return known;
    if (buckets.size > 100_000) buckets.clear();
    const found = bucketOf(key);
    buckets.set(name, found);
    return found;
  };
  const put = (lane: number, value: bigint): void => {
    lanes[lane] = (lanes[lane] ?? 0n) + value;
  };
  return {
    lanes,
    add(key, asset, entry) {
      const text = `${byteKey(key)}${asset}/${describeEntry(entry)}`;
      const digest = hash('sha256', text, 'buffer');
      const at = lanesPerBucket * bucket(key);
      put(at, digest.readBigUInt64LE(0));
      put(at + 1, digest.readBigUInt64LE(8));
    },
    addSigns(key, signs) {
      if (signs === 0) return;
      const weight = hash('sha256', key, 'buffer').readBigUInt64LE(8);
      put(lanesPerBucket * bucket(key) + 2, BigInt.asUintN(64, weight * BigInt(signs)));
    },
  };
}

/** Returns an entry as text; texts are equal if and only if entries are. */
export function describeEntry({ position, movement, direction, spam, amount }: Entry): string {
  return `${position}/${movement}/${direction}/${spam ?? ''}/${amount}`;
}

/** Returns the first group of addresses in which two sums differ. */
export function firstDifference(a: EntryFingerprint, b: EntryFingerprint): number | undefined {
  const at = a.lanes.findIndex((lane, i) => lane !== b.lanes[i]);
  return at < 0 ? undefined : Math.floor(at / lanesPerBucket);
}

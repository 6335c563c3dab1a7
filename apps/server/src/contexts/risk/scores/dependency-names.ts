import { type Blockchain } from '@hopscope/domain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';

/** Names that are kept of one score; of one that met more, every release is taken to touch it. */
export const mostDependencies = 4_000;

export const nameOfKey = (chain: Blockchain, key: Uint8Array): string => `${chain} ${byteKey(key)}`;
export const nameOfEntity = (id: string): string => `entity ${id}`;
export const nameOfCountry = (code: string): string => `country ${code}`;

/**
 * 64 bits of a name as a signed number (two rounds of FNV-1a with different seeds). Two names with the same number only make a
 * score be looked at once too often.
 */
export function numberOfName(name: string): bigint {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}

/** Numbers of names without repeats, ascending; null where there are more than `mostDependencies`. */
export function numbersOf(names: ReadonlySet<string>): BigInt64Array | null {
  if (names.size > mostDependencies) return null;
  return BigInt64Array.from(new Set([...names].map(numberOfName))).toSorted();
}

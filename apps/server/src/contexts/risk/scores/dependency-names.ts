import { type Blockchain } from '@hopscope/domain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';

/** Maximum number of dependency keys per score; with more, every release affects it. */
export const mostDependencies = 4_000;

export const nameOfKey = (chain: Blockchain, key: Uint8Array): string => `${chain} ${byteKey(key)}`;
export const nameOfEntity = (id: string): string => `entity ${id}`;
export const nameOfCountry = (code: string): string => `country ${code}`;

/** Hashes a name to 64 bits as a signed number (FNV-1a with two seeds). A collision only causes an unnecessary rescore. */
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

/** Returns unique dependency keys, ascending; null if there are more than `mostDependencies`. */
export function numbersOf(names: ReadonlySet<string>): BigInt64Array | null {
  if (names.size > mostDependencies) return null;
  return BigInt64Array.from(new Set([...names].map(numberOfName))).toSorted();
}

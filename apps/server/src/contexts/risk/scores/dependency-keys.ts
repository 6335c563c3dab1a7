import type { Blockchain } from '@hopscope/contract';

/** Maximum number of dependency keys per score; with more, every release affects it. */
export const mostDependencies = 4_000;

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/**
 * Hashes what a score depends on to 64 bits as a signed number (FNV-1a with two seeds). A collision only causes an unnecessary
 * rescore.
 */
function keyOf(prefix: Uint8Array, rest: Uint8Array): bigint {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (const bytes of [prefix, rest]) {
    for (const byte of bytes) {
      high = Math.imul(high ^ byte, 0x01000193);
      low = Math.imul(low ^ byte, 0x85ebca6b);
      low ^= low >>> 13;
    }
  }
  return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}

const prefixes: Readonly<Record<Blockchain | 'entity' | 'country', Uint8Array>> = {
  bitcoin: bytesOf('bitcoin '),
  ethereum: bytesOf('ethereum '),
  entity: bytesOf('entity '),
  country: bytesOf('country '),
};

/** Dependency key of an address or a cluster, by its address key. */
export const dependencyOnAddress = (chain: Blockchain, key: Uint8Array): bigint =>
  keyOf(prefixes[chain], key);
/** Dependency key of an entity, by its ID. */
export const dependencyOnEntity = (id: string): bigint => keyOf(prefixes.entity, bytesOf(id));
/** Dependency key of a country, by its code. */
export const dependencyOnCountry = (code: string): bigint => keyOf(prefixes.country, bytesOf(code));

/** Returns unique dependency keys, ascending; null if there are more than `mostDependencies`. */
export function sortedDependencies(keys: ReadonlySet<bigint>): BigInt64Array | null {
  return keys.size > mostDependencies ? null : BigInt64Array.from(keys).sort();
}

import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';

/** Hash of addresses and topics, which repeat within a block: each is worked out once. */
export type HashOnce = (bytes: Uint8Array) => Uint8Array;

/** Keccak-256 that remembers its answers; use a fresh one for each block, so that it does not grow. */
export function hashOnce(): HashOnce {
  const known = new Map<string, Uint8Array>();
  return (bytes) => {
    const key: string = Reflect.apply(String.fromCharCode, undefined, bytes);
    const found = known.get(key);
    if (found) return found;
    const hash = keccak256(bytes);
    known.set(key, hash);
    return hash;
  };
}

/** Sets in a bloom of 256 bytes what the logs have: three bits for each address and topic (Yellow Paper, section 4.3.1). */
export function addToBloom(bloom: Uint8Array, logs: readonly EthereumLog[], hash: HashOnce): void {
  for (const { address, topics } of logs) {
    setBits(bloom, hash(address));
    for (const topic of topics) setBits(bloom, hash(topic));
  }
}

function setBits(bloom: Uint8Array, hash: Uint8Array): void {
  for (let i = 0; i < 6; i += 2) {
    const bit = (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047;
    const at = 255 - (bit >> 3);
    bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7));
  }
}

import { keccak256 } from './hash/keccak.ts';
import { encodeRlp, rlpNumber } from './trie/rlp.ts';

/**
 * Returns the address of a contract created by CREATE, or by a transaction without receiver: the last 20 bytes of
 * keccak256(rlp([sender, nonce])) (Yellow Paper, section 7).
 */
export function createdAddress(sender: Uint8Array, nonce: bigint): Uint8Array {
  return keccak256(encodeRlp([sender, rlpNumber(nonce)])).slice(12);
}

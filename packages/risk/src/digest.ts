import { type Hashing, nobleHashing, toHex } from '@hopscope/chain';
import { canonicalJsonV2 } from '@hopscope/domain';

/** SHA-256 of the UTF-8 bytes of the canonical JSON of a value, 64 hex digits. @throws TypeError for what has no such form */
export function digestOf(value: unknown, hashing: Hashing = nobleHashing): string {
  return toHex(hashing.sha256(new TextEncoder().encode(canonicalJsonV2(value))));
}

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, toHex } from '@hopscope/chain';
import type { ContractAnswer } from '../../../../sources/sources.ts';
import type { SignatureResult } from './bitcoin-message.ts';

type Result = SignatureResult<'EIP-191' | 'EIP-1271'>;

const wrong: Result = { refused: 'The signature does not belong to this address and message' };
/** First bytes of the call and of its answer, `isValidSignature(bytes32,bytes)`. */
const magic = fromHex('1626ba7e');

/** Hash of a personal message (EIP-191, version 0x45). */
export function personalHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const start = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${String(text.length)}`);
  return keccak_256(Buffer.concat([start, text]));
}

/** The account whose key made a signature of 65 bytes; undefined: none. */
function signerOf(signature: Uint8Array, digest: Uint8Array): Uint8Array | undefined {
  const last = signature[64] ?? 0;
  const recovery = last >= 27 ? last - 27 : last;
  if (signature.length !== 65 || recovery > 1) return undefined;
  try {
    const recoverable = Uint8Array.of(recovery, ...signature.subarray(0, 64));
    const key = secp256k1.recoverPublicKey(recoverable, digest, { prehash: false });
    return keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)).subarray(12);
  } catch {
    return undefined;
  }
}

const word = (value: number): Uint8Array => fromHex(value.toString(16).padStart(64, '0'));

/** The call `isValidSignature(hash, signature)` of EIP-1271. */
function validityCall(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const padded = Buffer.alloc(Math.ceil(signature.length / 32) * 32);
  padded.set(signature);
  return Buffer.concat([magic, digest, word(64), word(signature.length), padded]);
}

/**
 * Verifies a signature of a message by an Ethereum account: of its key (EIP-191), otherwise of its contract at the newest block
 * (EIP-1271).
 *
 * @param address 20 bytes
 * @param signature hex with 0x
 * @param call asks the node, if there is one
 */
export async function verifyEthereumMessage(
  address: Uint8Array,
  message: string,
  signature: string,
  call: (to: Uint8Array, data: Uint8Array) => Promise<ContractAnswer>,
): Promise<Result> {
  const text = signature.trim().toLowerCase();
  if (!/^0x(?:[0-9a-f]{2})+$/.test(text))
    return { refused: 'The signature must be 0x and hexadecimal digits' };
  const bytes = fromHex(text.slice(2));
  const digest = personalHash(message);
  const signer = signerOf(bytes, digest);
  if (signer && toHex(signer) === toHex(address)) return { proven: 'EIP-191' };
  const answer = await call(address, validityCall(digest, bytes));
  if (
    answer.kind === 'returned' &&
    answer.bytes.length >= 32 &&
    toHex(answer.bytes.subarray(0, 4)) === toHex(magic)
  ) {
    return { proven: 'EIP-1271' };
  }
  if (answer.kind === 'unanswered' && signer === undefined) {
    return {
      refused: 'This is not a signature of a key, and no Ethereum node is connected to ask a contract',
    };
  }
  return wrong;
}

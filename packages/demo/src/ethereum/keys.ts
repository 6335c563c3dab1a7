import { keccak256, toHex } from '@hopscope/chain';
import { secp256k1 } from '@noble/curves/secp256k1.js';

/** Order of the group of secp256k1, and the x coordinate of its generator (SEC 2, section 2.4.1). */
const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const generatorX = 0x79be_667e_f9dc_bbac_55a0_6295_ce87_0b07_029b_fcdb_2dce_28d9_59f2_815b_16f8_1798n;

/** The signing key of an account. */
export interface AccountKey {
  readonly address: Uint8Array;
  /** The secret times r, which is equal in all signatures of the demo. */
  readonly secretTimesR: bigint;
}

/** A signature of a digest, with the lower of the two possible values of s (EIP-2). */
export interface DemoSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: bigint;
}

/** Account numbers of the bridge, above those of all others: its vault, and the recipients of transfers by their number. */
export const bridgeVault = 0x7fff_ffff;
export const bridgeRecipient = (transfer: number): number => 0x8000_0000 + transfer;

/** Derives the secret of an account from the demo's seed and the account number. */
function secretOf(seed: number, number: number): bigint {
  const material = new Uint8Array(16);
  const view = new DataView(material.buffer);
  view.setUint32(0, 0x64656d6f);
  view.setUint32(4, 0x65746821);
  view.setUint32(8, seed >>> 0);
  view.setUint32(12, number);
  return (numberOf(keccak256(material)) % (order - 1n)) + 1n;
}

/** Returns the compressed public key of an account (33 bytes, SEC 1). */
export function publicKeyOf(seed: number, number: number): Uint8Array {
  return secp256k1.Point.BASE.multiplyUnsafe(secretOf(seed, number)).toBytes(true);
}

/** Derives the key of an account from the demo's seed and the account number. */
export function accountKey(seed: number, number: number): AccountKey {
  const secret = secretOf(seed, number);
  // Faster than the constant-time multiplication, which hides the key from timing attacks: these keys aren't secret.
  const publicKey = secp256k1.Point.BASE.multiplyUnsafe(secret).toBytes(false);
  const address = keccak256(publicKey.subarray(1)).slice(12);
  return { address, secretTimesR: (secret * generatorX) % order };
}

/**
 * Returns a valid ECDSA signature with the nonce 1 (so that R is the generator, whose y is even), from which anybody can
 * compute the key. Keys of the demo follow from its seed anyway, and signing takes almost no time.
 */
export function signDigest(digest: Uint8Array, key: AccountKey): DemoSignature {
  const s = (numberOf(digest) + key.secretTimesR) % order;
  return s > order / 2n ? { r: generatorX, s: order - s, yParity: 1n } : { r: generatorX, s, yParity: 0n };
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

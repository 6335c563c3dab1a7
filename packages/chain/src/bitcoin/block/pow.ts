import { ChainError } from '../../errors.ts';

/** Target of difficulty 1: 0xffff × 2^208. */
const DIFFICULTY_ONE = 0xffffn << 208n;

/**
 * Target that a block hash (as a little-endian number) must not exceed, from the compact form in the header.
 * Throws `bits_invalid` for a negative or zero target or one above 256 bits, which no block may have.
 */
export function targetOfBits(bits: number): bigint {
  const target = expandBits(bits);
  if (target === undefined) {
    throw new ChainError('bits_invalid', `0x${bits.toString(16).padStart(8, '0')} is not a valid target.`);
  }
  return target;
}

/** Encodes a target from 0 to 2^256 − 1 in compact form, rounded down to 23 bits. */
export function bitsOfTarget(target: bigint): number {
  let size = Math.ceil(target.toString(2).length / 8);
  if (target === 0n) return 0;
  let mantissa = Number(size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3)));
  // The highest mantissa bit is a sign: a target that would set it moves up one byte.
  if (mantissa & 0x80_0000) {
    mantissa >>= 8;
    size += 1;
  }
  return ((size << 24) | mantissa) >>> 0;
}

/** Expected number of hashes to find such a block; their sum is a chain's work. 0 for bits that no block may have. */
export function workOfBits(bits: number): bigint {
  const target = expandBits(bits);
  return target === undefined ? 0n : (1n << 256n) / (target + 1n);
}

/** How many times harder than the easiest mainnet block; a double, for display only. Throws `bits_invalid`. */
export function difficultyOfBits(bits: number): number {
  const target = targetOfBits(bits);
  // Both sides are scaled to integers that a double holds well before the one division.
  return Number((DIFFICULTY_ONE << 64n) / target) / 2 ** 64;
}

/** The target, or undefined when it is negative, zero or above 256 bits (compact form of Bitcoin Core's arith_uint256). */
export function expandBits(bits: number): bigint | undefined {
  const size = bits >>> 24;
  const mantissa = bits & 0x7f_ffff;
  if ((bits & 0x80_0000) !== 0 && mantissa !== 0) return undefined;
  const target =
    size <= 3 ? BigInt(mantissa >>> (8 * (3 - size))) : BigInt(mantissa) << BigInt(8 * (size - 3));
  return target === 0n || target >> 256n !== 0n ? undefined : target;
}

import { ChainError } from '../../errors.ts';
import { shortChecksum } from '../../short-sha256.ts';
import { badCharacter, wrongChecksum } from './address-errors.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
CODES.forEach((code, value) => {
  VALUES[code] = value;
});

/** Bytes of a base58check address: version, 20 bytes of hash, 4 bytes of checksum. */
const ADDRESS_SIZE = 25;
/** Five digits at a time: 58^5 is below 2^30, so a limb times 2^20 stays exact in a double. */
const LIMB = 58 ** 5;
const LIMBS = 7;
const DIGITS = 5 * LIMBS;

// Working room; every call fills it before use and ends before anything else can run.
const payload = new Uint8Array(ADDRESS_SIZE + 2);
const limbs = new Float64Array(LIMBS);
const characters: number[] = Array.from({ length: DIGITS }, () => 0);

/** Base58check text of a version byte and the 20 bytes of `hash` from `from` on. */
export function encodeBase58Hash(version: number, hash: Uint8Array, from: number): string {
  payload[0] = version;
  for (let i = 0; i < 20; i++) payload[1 + i] = hash[from + i] ?? 0;
  const checksum = shortChecksum(payload, 21);
  payload[21] = checksum >>> 24;
  payload[22] = checksum >>> 16;
  payload[23] = checksum >>> 8;
  payload[24] = checksum;
  fillLimbs();
  return digitsOfLimbs();
}

/** The 200 bits as a number in base 58^5, lowest limb first: five bytes are two steps of 20 bits. */
function fillLimbs(): void {
  limbs.fill(0);
  for (let i = 0; i < ADDRESS_SIZE; i += 5) {
    const middle = payload[i + 2] ?? 0;
    // A limb holds 29 bits, so this many cover what has been shifted in so far.
    const used = Math.ceil((8 * i + 40) / 29);
    shiftIn(((payload[i] ?? 0) << 12) | ((payload[i + 1] ?? 0) << 4) | (middle >>> 4), used);
    shiftIn(((middle & 15) << 16) | ((payload[i + 3] ?? 0) << 8) | (payload[i + 4] ?? 0), used);
  }
}

function shiftIn(bits: number, used: number): void {
  let carry = bits;
  for (let i = 0; i < used; i++) {
    const value = (limbs[i] ?? 0) * 0x10_0000 + carry;
    carry = Math.floor(value / LIMB);
    limbs[i] = value - carry * LIMB;
  }
}

function digitsOfLimbs(): string {
  let at = DIGITS;
  for (let i = 0; i < LIMBS; i++) {
    let limb = limbs[i] ?? 0;
    for (let digit = 0; digit < 5; digit++) {
      const rest = Math.floor(limb / 58);
      characters[--at] = CODES[limb - rest * 58] ?? 0;
      limb = rest;
    }
  }
  // Each leading zero byte is one '1', whatever the number of zero digits.
  let zeroBytes = 0;
  while (zeroBytes < ADDRESS_SIZE && payload[zeroBytes] === 0) zeroBytes += 1;
  let zeroDigits = 0;
  while (zeroDigits < DIGITS && characters[zeroDigits] === CODES[0]) zeroDigits += 1;
  return String.fromCharCode.apply(null, characters.slice(Math.max(0, zeroDigits - zeroBytes)));
}

/**
 * Version and hash of a base58check address. Throws `address_character` (with offset), `address_length` or
 * `address_checksum`.
 */
export function decodeBase58Hash(text: string): { version: number; hash: Uint8Array } {
  const bytes = decodeBase58(text);
  if (bytes.length !== ADDRESS_SIZE) {
    throw new ChainError(
      'address_length',
      `An address of this type has ${ADDRESS_SIZE} bytes, not ${bytes.length}: characters are ${
        bytes.length < ADDRESS_SIZE ? 'missing' : 'too many'
      }.`,
      { details: { bytes: bytes.length } },
    );
  }
  const checksum = new DataView(bytes.buffer).getUint32(21);
  if (shortChecksum(bytes, 21) !== checksum) {
    throw wrongChecksum();
  }
  return { version: bytes[0] ?? 0, hash: bytes.slice(1, 21) };
}

/** Bytes of base58 text; the caller limits its length. */
function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    let carry = VALUES[text.charCodeAt(i)] ?? -1;
    if (carry < 0) throw badCharacter(text, i, '0OIl');
    for (let j = 0; j < bytes.length; j++) {
      carry += (bytes[j] ?? 0) * 58;
      bytes[j] = carry & 0xff;
      carry >>= 8;
    }
    if (carry > 0) bytes.push(carry);
  }
  let zeros = 0;
  while (text[zeros] === '1') zeros += 1;
  const result = new Uint8Array(zeros + bytes.length);
  result.set(bytes.reverse(), zeros);
  return result;
}

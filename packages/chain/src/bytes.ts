import { ChainError } from './errors.ts';

const HASH_BYTES = 32;
/** Characters of a hash; reused, because a string that grows by each byte allocates 30 parts. */
const HASH_CODES = new Array<number>(2 * HASH_BYTES).fill(0);
const HIGH_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => (byte >> 4).toString(16).charCodeAt(0));
const LOW_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => (byte & 15).toString(16).charCodeAt(0));

const HEX_OF_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Lower-case hex of the bytes, in their order. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += HEX_OF_BYTE[bytes[i] ?? 0];
  return text;
}

/** Bytes of hex text in either case, without prefix. Throws `hex_invalid` with the offset of the bad character. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) {
    throw new ChainError(
      'hex_invalid',
      `Hex text must have an even number of characters, not ${text.length}.`,
    );
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (nibbleAt(text, 2 * i) << 4) | nibbleAt(text, 2 * i + 1);
  }
  return bytes;
}

/** Hash as people write it: the internal (wire) bytes in reversed order, as lower-case hex. */
export function toDisplayHash(internal: Uint8Array): string {
  if (internal.length !== HASH_BYTES) return toHex(Uint8Array.from(internal).reverse());
  for (let i = 0; i < HASH_BYTES; i++) {
    const byte = internal[HASH_BYTES - 1 - i] ?? 0;
    HASH_CODES[2 * i] = HIGH_DIGITS[byte] ?? 0;
    HASH_CODES[2 * i + 1] = LOW_DIGITS[byte] ?? 0;
  }
  return String.fromCharCode.apply(null, HASH_CODES);
}

/** 32 internal bytes of a hash written by people (64 hex characters). Throws `hex_invalid`. */
export function fromDisplayHash(text: string): Uint8Array {
  if (text.length !== 64) {
    throw new ChainError('hex_invalid', `A hash must have 64 hex characters, not ${text.length}.`);
  }
  return fromHex(text).reverse();
}

/** True when both have the same length and bytes. Not for secrets: it stops at the first difference. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function nibbleAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  if (lower >= 0x61 && lower <= 0x66 && code < 0x80) return lower - 0x57;
  throw new ChainError('hex_invalid', `Character ${index + 1} is not a hex digit.`, { offset: index });
}

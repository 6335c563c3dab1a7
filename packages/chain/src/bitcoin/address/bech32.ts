import { ChainError } from '../../errors.ts';
import { badCharacter, wrongChecksum } from './address-errors.ts';

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CODES = Uint8Array.from(CHARSET, (character) => character.charCodeAt(0));
const VALUES = new Int8Array(128).fill(-1);
CODES.forEach((code, value) => {
  VALUES[code] = value;
});

const BECH32 = 1;
const BECH32M = 0x2bc830a3;
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
/** What the five bits that leave the checksum register add back to it. */
const FEEDBACK = Int32Array.from({ length: 32 }, (_, top) =>
  GENERATORS.reduce<number>((sum, generator, bit) => sum ^ ((top >> bit) & 1 ? generator : 0), 0),
);

const CHECKSUM_SIZE = 6;
const MAX_LENGTH = 90;

/** Witness version and program of a segwit address, and the human-readable part in lower case. */
export interface SegwitAddress {
  readonly hrp: string;
  readonly version: number;
  readonly program: Uint8Array;
}

/** Address of the witness program `bytes[from..]` of a version 0 to 16: bech32 for 0 (BIP173), bech32m above (BIP350). */
export function encodeSegwit(hrp: string, version: number, bytes: Uint8Array, from: number): string {
  const groups = Math.ceil(((bytes.length - from) * 8) / 5);
  const codes = new Array<number>(1 + groups + CHECKSUM_SIZE);
  let register = step(hrpRegister(hrp), version);
  codes[0] = CODES[version] ?? 0;
  let pending = 0;
  let bits = 0;
  let next = from;
  for (let group = 1; group <= groups; group++) {
    if (bits < 5) {
      // Past the end, zeros fill the last group.
      pending = ((pending << 8) | (bytes[next++] ?? 0)) & 0xfff;
      bits += 8;
    }
    bits -= 5;
    const value = (pending >> bits) & 31;
    register = step(register, value);
    codes[group] = CODES[value] ?? 0;
  }
  for (let i = 0; i < CHECKSUM_SIZE; i++) register = step(register, 0);
  register ^= version === 0 ? BECH32 : BECH32M;
  for (let i = 0; i < CHECKSUM_SIZE; i++)
    codes[1 + groups + i] = CODES[(register >> (5 * (CHECKSUM_SIZE - 1 - i))) & 31] ?? 0;
  return `${hrp}1${String.fromCharCode.apply(null, codes)}`;
}

/**
 * Reads a segwit address of any human-readable part. Throws `address_length`, `address_mixed_case`, `address_prefix`,
 * `address_character` (with offset), `address_checksum`, `address_witness_version`, `address_encoding`,
 * `address_padding` or `address_program_length`.
 */
export function decodeSegwit(text: string): SegwitAddress {
  if (text.length > MAX_LENGTH) {
    throw new ChainError('address_length', `An address has at most 90 characters, not ${text.length}.`);
  }
  const lower = lowerCased(text);
  const separator = lower.lastIndexOf('1');
  if (separator < 1) {
    throw new ChainError('address_prefix', 'The network prefix ending in “1” (such as “bc1”) is missing.');
  }
  const hrp = lower.slice(0, separator);
  const values = valuesOf(lower, separator + 1);
  if (values.length < CHECKSUM_SIZE) {
    throw new ChainError(
      'address_length',
      'The address is too short: the checksum alone has six characters.',
    );
  }
  const constant = checksumConstant(hrp, values);
  return { hrp, ...programOf(values.subarray(0, -CHECKSUM_SIZE), constant) };
}

function programOf(values: Uint8Array, constant: number): { version: number; program: Uint8Array } {
  const [version] = values;
  if (version === undefined) {
    throw new ChainError('address_length', 'The address has only a checksum.');
  }
  if (version > 16) {
    throw new ChainError('address_witness_version', `The witness version must be 0 to 16, not ${version}.`, {
      details: { version },
    });
  }
  if (constant !== (version === 0 ? BECH32 : BECH32M)) {
    throw new ChainError(
      'address_encoding',
      version === 0
        ? 'A version 0 address must use bech32, not bech32m (BIP350).'
        : `A version ${version} address must use bech32m, not bech32 (BIP350).`,
      { details: { version } },
    );
  }
  const program = regroup(values.subarray(1));
  const { length } = program;
  if (length < 2 || length > 40 || (version === 0 && length !== 20 && length !== 32)) {
    throw new ChainError(
      'address_program_length',
      version === 0
        ? `A version 0 address has 20 or 32 bytes, not ${length}.`
        : `An address of this type has 2 to 40 bytes, not ${length}.`,
      { details: { version, length } },
    );
  }
  return { version, program };
}

/** Converts five-bit values to bytes. Padding must be fewer than five zero bits (BIP173). */
function regroup(values: Uint8Array): Uint8Array {
  const bytes = new Uint8Array((values.length * 5) >> 3);
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (const value of values) {
    pending = ((pending << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = pending >> bits;
    }
  }
  if (bits >= 5 || (pending & ((1 << bits) - 1)) !== 0) {
    throw new ChainError('address_padding', 'The padding bits at the end of the address are not zero.');
  }
  return bytes;
}

function checksumConstant(hrp: string, values: Uint8Array): number {
  let register = hrpRegister(hrp);
  for (const value of values) register = step(register, value);
  if (register !== BECH32 && register !== BECH32M) {
    throw wrongChecksum();
  }
  return register;
}

function valuesOf(lower: string, from: number): Uint8Array {
  const values = new Uint8Array(lower.length - from);
  for (let i = from; i < lower.length; i++) {
    const value = VALUES[lower.charCodeAt(i)] ?? -1;
    if (value < 0) throw badCharacter(lower, i, '1bio');
    values[i - from] = value;
  }
  return values;
}

function lowerCased(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 33 || code > 126) throw badCharacter(text, i, '');
  }
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) {
    throw new ChainError(
      'address_mixed_case',
      'The address mixes uppercase and lowercase letters. Use only one.',
    );
  }
  return lower;
}

function hrpRegister(hrp: string): number {
  let register = 1;
  for (let i = 0; i < hrp.length; i++) register = step(register, hrp.charCodeAt(i) >> 5);
  register = step(register, 0);
  for (let i = 0; i < hrp.length; i++) register = step(register, hrp.charCodeAt(i) & 31);
  return register;
}

function step(register: number, value: number): number {
  return ((register & 0x1ff_ffff) << 5) ^ value ^ (FEEDBACK[register >>> 25] ?? 0);
}

import { keccak_256 } from '@noble/hashes/sha3.js';
import { ChainError } from '../errors.ts';
import { toHex } from '../bytes.ts';

/** An Ethereum address that a person wrote. */
export interface ParsedEthereumAddress {
  /** `0x` and 40 lower-case hex digits. */
  readonly address: string;
  /** The same with the capitals of EIP-55. */
  readonly checksummed: string;
  /** Present when the text had no capitals to check, so that a typo would not be noticed. */
  readonly warning?: 'checksum_absent';
}

/** An address (`0x` and 40 hex digits in any case) in the capitals of EIP-55. Throws like `parseEthereumAddress`. */
export function toChecksumAddress(text: string): string {
  const digits = digitsOf(text).toLowerCase();
  const hash = toHex(keccak_256(new TextEncoder().encode(digits)));
  const spelled = Array.from(digits, (digit, i) => ((hash[i] ?? '0') >= '8' ? digit.toUpperCase() : digit));
  return `0x${spelled.join('')}`;
}

/**
 * Reads an address strictly: `0x`, 40 hex digits, and if small and capital letters are mixed then as EIP-55 wants them.
 * Throws `address_prefix`, `address_length`, `address_character` (with offset) or `address_checksum`, the latter with the
 * right capitals in `details.checksummed`.
 */
export function parseEthereumAddress(text: string): ParsedEthereumAddress {
  const digits = digitsOf(text);
  const checksummed = toChecksumAddress(text);
  const address = checksummed.toLowerCase();
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
    return `0x${digits}` === checksummed
      ? { address, checksummed }
      : { address, checksummed, warning: 'checksum_absent' };
  }
  if (`0x${digits}` !== checksummed) {
    throw new ChainError(
      'address_checksum',
      `The checksum does not match (EIP-55), so a character is probably mistyped. If not, the address is ${checksummed}.`,
      { details: { checksummed } },
    );
  }
  return { address, checksummed };
}

function digitsOf(text: string): string {
  if (!text.startsWith('0x')) {
    throw new ChainError('address_prefix', 'An Ethereum address must begin with 0x.');
  }
  if (text.length !== 42) {
    throw new ChainError(
      'address_length',
      `An Ethereum address has 40 hex digits after 0x, not ${text.length - 2}.`,
      { details: { digits: text.length - 2 } },
    );
  }
  const digits = text.slice(2);
  const bad = digits.search(/[^0-9a-fA-F]/);
  if (bad >= 0) {
    throw new ChainError('address_character', `Character ${bad + 3} is not a hex digit.`, {
      offset: bad + 2,
    });
  }
  return digits;
}

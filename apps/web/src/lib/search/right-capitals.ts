import { ChainError, parseEthereumAddress } from '@hopscope/chain';

/** Result of the checksum of an Ethereum address by its capitals (EIP-55). */
export type Capitals =
  /** Not an address, or written correctly. */
  | { kind: 'fine' }
  /** All lowercase or all uppercase: valid; `right` has the checksum. */
  | { kind: 'absent'; right: string }
  /** The checksum doesn't match: probably mistyped. */
  | { kind: 'wrong'; right: string };

/** Checks the capitals of a text that may be an Ethereum address. */
export function checkCapitals(text: string): Capitals {
  try {
    const { checksummed } = parseEthereumAddress(text.trim().replace(/^0X/, '0x'));
    return checksummed === text ? { kind: 'fine' } : { kind: 'absent', right: checksummed };
  } catch (thrown) {
    if (!(thrown instanceof ChainError) || thrown.code !== 'address_checksum') return { kind: 'fine' };
    const right = thrown.details['checksummed'];
    return typeof right === 'string' ? { kind: 'wrong', right } : { kind: 'fine' };
  }
}

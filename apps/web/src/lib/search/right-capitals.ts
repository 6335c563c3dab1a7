import { ChainError, parseEthereumAddress } from '@hopscope/chain';

/** What the capitals of a text are worth as those of an Ethereum address (EIP-55). */
export type Capitals =
  /** It is no address, or written as it should be. */
  | { kind: 'fine' }
  /** Nothing but small letters or nothing but capitals: valid, but `right` is how it is written. */
  | { kind: 'absent'; right: string }
  /** They do not fit: probably a character is mistyped. */
  | { kind: 'wrong'; right: string };

/** Judges the capitals of a text that may be an Ethereum address. */
export function judgeCapitals(text: string): Capitals {
  try {
    const { checksummed } = parseEthereumAddress(text.trim().replace(/^0X/, '0x'));
    return checksummed === text ? { kind: 'fine' } : { kind: 'absent', right: checksummed };
  } catch (thrown) {
    if (!(thrown instanceof ChainError) || thrown.code !== 'address_checksum') return { kind: 'fine' };
    const right = thrown.details['checksummed'];
    return typeof right === 'string' ? { kind: 'wrong', right } : { kind: 'fine' };
  }
}

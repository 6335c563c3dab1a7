import { ChainError, parseEthereumAddress } from '@hopscope/chain';

/** The right capitals of an Ethereum address whose own do not fit (EIP-55); undefined for any other text. */
export function rightCapitals(text: string): string | undefined {
  try {
    parseEthereumAddress(text.trim());
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ChainError) || thrown.code !== 'address_checksum') return undefined;
    const right = thrown.details['checksummed'];
    return typeof right === 'string' ? right : undefined;
  }
}

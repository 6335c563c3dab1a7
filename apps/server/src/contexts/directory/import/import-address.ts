import { ChainError, networks, parseAddress, parseEthereumAddress } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/domain';

export type ReadAddress =
  | { readonly kind: 'address'; readonly chain: Blockchain; readonly address: string }
  | { readonly kind: 'other_chain'; readonly chain: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Names of the two chains' assets in lists; tokens are determined by the form of the address. */
const bitcoinNames = new Set(['btc', 'xbt', 'bitcoin']);
const ethereumNames = new Set(['eth', 'ethereum', 'erc20', 'erc-20']);
const tokenNames = new Set(['usdt', 'usdc', 'weth', 'dai', 'busd', 'tusd', 'pax', 'usdp', 'wbtc']);

/**
 * Parses an address of a list, with the list's name of its asset or chain (any case; undefined: determined by its form).
 * Normalizes Bitcoin addresses, and Ethereum addresses to lower case. Another chain is reported, not refused.
 */
export function readAddress(text: string, asset?: string): ReadAddress {
  const address = text.trim();
  const name = asset?.trim().toLowerCase();
  if (name !== undefined && bitcoinNames.has(name)) return readBitcoin(address);
  const resemblesEthereum = /^0x/i.test(address);
  if (name !== undefined && ethereumNames.has(name)) return readEthereum(address);
  if (name !== undefined && tokenNames.has(name)) {
    if (resemblesEthereum) return readEthereum(address);
    // USDT started on Bitcoin (Omni); other forms belong to other chains.
    const onBitcoin = name === 'usdt' ? readBitcoin(address) : undefined;
    return onBitcoin?.kind === 'address' ? onBitcoin : { kind: 'other_chain', chain: name.toUpperCase() };
  }
  if (name !== undefined && name !== '') return { kind: 'other_chain', chain: name.toUpperCase() };
  return resemblesEthereum ? readEthereum(address) : readBitcoin(address);
}

function readBitcoin(text: string): ReadAddress {
  return attempt(() => {
    const { type } = parseAddress(text, networks.mainnet);
    // Base58 has one spelling of an address; Bech32 may be in upper case.
    const address = type === 'p2pkh' || type === 'p2sh' ? text : text.toLowerCase();
    return { kind: 'address', chain: 'bitcoin', address };
  });
}

function readEthereum(text: string): ReadAddress {
  return attempt(() => ({ kind: 'address', chain: 'ethereum', address: parseEthereumAddress(text).address }));
}

function attempt(read: () => ReadAddress): ReadAddress {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChainError) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

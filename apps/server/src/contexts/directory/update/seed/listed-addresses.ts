import type { SeedAddress } from './seed-entry.ts';

/** Addresses that all can be read at one place; spaces stand between them. */
export function addressesAt(source: string, label: string, addresses: string): SeedAddress[] {
  return wordsOf(addresses).map((address) => ({ address, label, source }));
}

/** Ethereum addresses whose owner Etherscan names on the page of each. */
export function onEtherscan(label: string, addresses: string): SeedAddress[] {
  return wordsOf(addresses).map((address) => ({
    address,
    label,
    source: `https://etherscan.io/address/${address}`,
  }));
}

/** Bitcoin addresses whose wallet WalletExplorer names on the page of each. */
export function onWalletExplorer(label: string, addresses: string): SeedAddress[] {
  return wordsOf(addresses).map((address) => ({
    address,
    label,
    source: `https://www.walletexplorer.com/address/${address}`,
  }));
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

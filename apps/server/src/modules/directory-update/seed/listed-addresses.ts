import type { SeedAddress } from './seed-entry.ts';

/** Addresses that all can be read at one place. */
export function addressesAt(source: string, label: string, addresses: readonly string[]): SeedAddress[] {
  return addresses.map((address) => ({ address, label, source }));
}

/** Ethereum addresses whose owner Etherscan names on the page of each. */
export function onEtherscan(label: string, addresses: readonly string[]): SeedAddress[] {
  return addresses.map((address) => ({ address, label, source: `https://etherscan.io/address/${address}` }));
}

/** Bitcoin addresses whose wallet WalletExplorer names on the page of each. */
export function onWalletExplorer(label: string, addresses: readonly string[]): SeedAddress[] {
  return addresses.map((address) => ({
    address,
    label,
    source: `https://www.walletexplorer.com/address/${address}`,
  }));
}

import { type BitcoinNetwork, networks } from '@hopscope/chain';

/** The Bitcoin network of the ledger, which says what its addresses look like; mainnet while it is not known. */
export function networkOf(name: string | null | undefined): BitcoinNetwork {
  return Object.values(networks).find((network) => network.name === name) ?? networks.mainnet;
}

import { type BitcoinNetwork, networks } from '@hopscope/chain';

/** Returns the Bitcoin network of the ledger, which determines the address format; mainnet while unknown. */
export function networkOf(name: string | null | undefined): BitcoinNetwork {
  return Object.values(networks).find((network) => network.name === name) ?? networks.mainnet;
}

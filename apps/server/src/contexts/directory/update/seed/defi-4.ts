import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Contracts of decentralized finance and marketplaces, part 4 of 4. */
export const defi4: readonly SeedEntry[] = [
  {
    id: 'x2y2',
    name: 'X2Y2',
    type: 'marketplace',
    source: 'https://etherscan.io/address/0x74312363e45dcaba76c59ec49a7aa8a65a67eed3',
    url: 'https://x2y2.io',
    description: 'Marketplace for collectibles.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x74312363e45dcaba76c59ec49a7aa8a65a67eed3',
        'Exchange',
        '0x74312363e45dcaba76c59ec49a7aa8a65a67eed3',
      ),
    ],
  },
  {
    id: 'rarible',
    name: 'Rarible',
    type: 'marketplace',
    source: 'https://etherscan.io/address/0x9757f2d2b135150bbeb65308d4a91804107cd8d6',
    url: 'https://rarible.com',
    ticker: 'RARI',
    description: 'Marketplace for collectibles.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x9757f2d2b135150bbeb65308d4a91804107cd8d6',
        'Exchange',
        '0x9757f2d2b135150bbeb65308d4a91804107cd8d6',
      ),
    ],
  },
  {
    id: 'superrare',
    name: 'SuperRare',
    type: 'marketplace',
    source: 'https://etherscan.io/address/0x65b49f7aee40347f5a90b714be4ef086f3fe5e2c',
    url: 'https://superrare.com',
    ticker: 'RARE',
    description: 'Marketplace for collectibles.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x65b49f7aee40347f5a90b714be4ef086f3fe5e2c',
        'Marketplace',
        '0x65b49f7aee40347f5a90b714be4ef086f3fe5e2c',
      ),
    ],
  },
  {
    id: 'cryptokitties',
    name: 'CryptoKitties',
    type: 'collection',
    source: 'https://etherscan.io/address/0x06012c8cf97bead5deae237070f9587f8e7a266d',
    url: 'https://www.cryptokitties.co',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x06012c8cf97bead5deae237070f9587f8e7a266d',
        'Collection',
        '0x06012c8cf97bead5deae237070f9587f8e7a266d',
      ),
      ...addressesAt(
        'https://etherscan.io/address/0x06012c8cf97bead5deae237070f9587f8e7a266d',
        'Auction',
        '0xb1690c08e213a35ed9bab7b318de14420fb57d8c',
      ),
    ],
  },
  {
    id: 'decentraland',
    name: 'Decentraland',
    type: 'collection',
    source: 'https://etherscan.io/address/0xf87e31492faf9a91b02ee0deaad50d51d56d5d4d',
    url: 'https://decentraland.org',
    ticker: 'MANA',
    description: 'World on Ethereum.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0xf87e31492faf9a91b02ee0deaad50d51d56d5d4d',
        'Collection LAND',
        '0xf87e31492faf9a91b02ee0deaad50d51d56d5d4d',
      ),
      ...addressesAt(
        'https://etherscan.io/address/0xf87e31492faf9a91b02ee0deaad50d51d56d5d4d',
        'Token MANA',
        '0x0f5d2fb29fb7d3cfee444a200298f468908cc942',
      ),
    ],
  },
];

import type { SeedEntry } from './seed-entry.ts';

/** Addresses that stand for moments of the chains' history. */
export const historic: readonly SeedEntry[] = [
  {
    id: 'satoshi-nakamoto',
    name: 'Satoshi Nakamoto',
    type: 'person',
    source: 'https://en.bitcoin.it/wiki/Satoshi_Nakamoto',
    description: 'Author of the Bitcoin paper and of its first software; miner of the first blocks.',
    addresses: [
      {
        address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        label: 'Output of the genesis block',
        source: 'https://en.bitcoin.it/wiki/Genesis_block',
      },
      {
        address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
        label: 'First known payment: 10 BTC to Hal Finney, block 170',
        source: 'https://en.bitcoin.it/wiki/Hal_Finney',
      },
    ],
  },
];

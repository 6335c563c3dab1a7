import { onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mining pools with the marks they leave in coinbases and addresses they were paid at, part 6 of 6. */
export const pools6: readonly SeedEntry[] = [
  {
    id: 'dwarfpool',
    name: 'DwarfPool',
    type: 'mining_pool',
    source: 'https://dwarfpool.com',
    url: 'https://dwarfpool.com',
    tags: ['ethereum'],
    dead: true,
    addresses: [
      ...onEtherscan(
        'Payout of blocks',
        '0x2a65aca4d5fc5b5c859090a6c34d164135398226 0x151255dd9e38e44db38ea06ec66d0d113d6cbe37',
      ),
    ],
  },
  {
    id: 'flexpool',
    name: 'Flexpool',
    type: 'mining_pool',
    source: 'https://www.flexpool.io',
    url: 'https://www.flexpool.io',
    tags: ['ethereum'],
    dead: true,
    addresses: [...onEtherscan('Payout of blocks', '0x7f101fe45e6649a6fb8f3f8b43ed03d353f2b90c')],
  },
  {
    id: 'hiveon',
    name: 'Hiveon',
    type: 'mining_pool',
    source: 'https://hiveon.com',
    url: 'https://hiveon.com',
    tags: ['ethereum'],
    addresses: [
      ...onEtherscan(
        'Payout of blocks',
        `
        0x1ad91ee08f21be3de0ba2ba6918e714da6b45836 0x4c549990a7ef3fea8784406c1eecc98bf4211fa5
        0x8bc6667ef4f338bb5d4a2ef23d20e314e9c6dbfb`,
      ),
    ],
  },
  {
    id: 'mining-pool-hub',
    name: 'Mining Pool Hub',
    type: 'mining_pool',
    source: 'https://miningpoolhub.com',
    url: 'https://miningpoolhub.com',
    tags: ['ethereum'],
    addresses: [
      ...onEtherscan(
        'Payout of blocks',
        `
        0xda466bf1ce3c69dbef918817305cf989a6353423 0xb2930b35844a230f00e51431acae96fe543a0347
        0x1a060b0604883a99809eb3f798df71bef6c358f1 0x7a1458f33122080819a2483f2a16034cd8cb0b95
        0x6cafe7473925998db07a497ac3fd10405637a46d 0x61bb630d3b2e8eda0fc1d50f9f958ec02e3969f6
        0x5c8bf7d294b002c52bd0ba0fb480c7b30d6a0fb2`,
      ),
    ],
  },
];

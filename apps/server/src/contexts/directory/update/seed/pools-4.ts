import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mining pools with the marks they leave in coinbases and addresses they were paid at, part 4 of 6. */
export const pools4: readonly SeedEntry[] = [
  {
    id: 'innopolis-tech',
    name: 'Innopolis Tech',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://innopolis.tech',
    coinbaseTags: ['Innopolis', 'Innopolis.tech'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        'bc1q75t4wewkmf3l9qg097zvtlh05v5pdz6699kv8k',
      ),
    ],
  },
  {
    id: 'redrock-pool',
    name: 'RedRock Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://redrock.pro',
    coinbaseTags: ['RedRock'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '3554kSaWNnP3B49Xyybert7gmxq2YSnfnx',
      ),
    ],
  },
  {
    id: 'est3lar',
    name: 'Est3lar',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://est3lar.io',
    coinbaseTags: ['/Est3lar/', 'est3lar', 'Est3lar', 'EST3LAR'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '34qGNFx6uQv6SzjYPbYVWtjvuy5DSGugt8',
      ),
    ],
  },
  {
    id: 'neopool',
    name: 'Neopool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://neopool.com',
    coinbaseTags: ['/Neopool/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1HCAb2h89bUinm6QZrAPpfbk4ySBrT2V4w',
      ),
    ],
  },
  {
    id: 'maxipool',
    name: 'MaxiPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://maxipool.org',
    coinbaseTags: ['/MaxiPool/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '36r3YqAXWpyqNcczjCBdHrYZ3m8X56WDzx',
      ),
    ],
  },
  {
    id: 'gdpool',
    name: 'GDPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    coinbaseTags: ['Lucky pool', 'GDPool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1DnPPFQPrfyNTiHPXhDFyqNnW9T62GEhB1',
      ),
    ],
  },
  {
    id: 'parasite-pool',
    name: 'Parasite Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://parasite.space',
    coinbaseTags: ['parasite'],
  },
  {
    id: 'minerium',
    name: 'Minerium',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.minerium.com',
    coinbaseTags: ['/Mined in the USA by: /Minerium.com/', '/Minerium.com/'],
  },
  {
    id: 'miningcity',
    name: 'MiningCity',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.miningcity.com',
    coinbaseTags: ['MiningCity'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '11wC5KcbgrWRBb43cwADdVrxgyF8mndVC',
      ),
    ],
  },
  {
    id: 'tangpool',
    name: 'Tangpool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.tangpool.com',
    coinbaseTags: ['/Tangpool/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '12Taz8FFXQ3E2AGn3ZW1SZM5bLnYGX4xR6',
      ),
    ],
  },
  {
    id: 'batpool',
    name: 'BATPOOL',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.batpool.com',
    coinbaseTags: ['/BATPOOL/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '167ApWWxUSFQmz2jdz9xop3oAKdLejvMML',
      ),
    ],
  },
  {
    id: 'okminer',
    name: 'OKMINER',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://okminer.com',
    coinbaseTags: ['okminer.com/euz'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '15xcAZ2HfaSwYbCV6GGbasBSAekBRRC5Q2',
      ),
    ],
  },
  {
    id: 'bitfury',
    name: 'BitFury',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://bitfury.com',
    dead: true,
    coinbaseTags: ['/BitFury/', '/Bitfury/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '14yfxkcpHnju97pecpM7fjuTkVdtbkcfE6 1AcAj9p6zJn4xLXdvmdiuPCtY7YkBPTAJo',
      ),
    ],
  },
  {
    id: 'btcc-pool',
    name: 'BTCC Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://pool.btcc.com',
    parent: 'btcc',
    dead: true,
    coinbaseTags: ['/BTCC/', 'BTCChina Pool', 'BTCChina.com', 'btcchina.com'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '152f1muMCNa7goXYhYAQC61hxEgGacmncB',
      ),
    ],
  },
  {
    id: 'ghash-io',
    name: 'GHash.IO',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://ghash.io',
    parent: 'cex-io',
    description: 'Pool of CEX.IO.',
    dead: true,
    coinbaseTags: ['ghash.io'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1CjPR7Z5ZSyWk6WtXvSFgkptmpoi4UM9BC',
      ),
    ],
  },
  {
    id: 'bwpool',
    name: 'BWPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://bwpool.net',
    dead: true,
    coinbaseTags: ['BW Pool', 'BWPool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1JLRXD8rjRgQtTS9MvfQALfHgGWau9L9ky',
      ),
    ],
  },
];

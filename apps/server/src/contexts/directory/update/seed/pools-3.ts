import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mining pools with the marks they leave in coinbases and addresses they were paid at, part 3 of 6. */
export const pools3: readonly SeedEntry[] = [
  {
    id: 'dpool',
    name: 'DPOOL',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.dpool.top',
    coinbaseTags: ['/DPOOL.TOP/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1ACAgPuFFidYzPMXbiKptSrwT74Dg8hq2v',
      ),
    ],
  },
  {
    id: 'bytepool',
    name: 'BytePool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.bytepool.com',
    coinbaseTags: ['/bytepool.com/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '39m5Wvn9ZqyhYmCYpsyHuGMt5YYw4Vmh1Z',
      ),
    ],
  },
  {
    id: 'sigmapool-com',
    name: 'Sigmapool.com',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://sigmapool.com',
    coinbaseTags: ['/Sigmapool.com/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '12cKiMNhCtBhZRUBCnYXo8A4WQzMUtYjmR',
      ),
    ],
  },
  {
    id: 'pega-pool',
    name: 'PEGA Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.pega-pool.com',
    coinbaseTags: ['/pegapool/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1BGFwRzjCfRR7EvRHnzfHyFjGR8XiBDFKa',
      ),
    ],
  },
  {
    id: 'nicehash',
    name: 'NiceHash',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.nicehash.com',
    countries: ['SI'],
    description: 'Marketplace for hash power.',
    coinbaseTags: ['/NiceHashSolo', '/NiceHash/', '/NiceHashMining/'],
  },
  {
    id: 'kanopool',
    name: 'KanoPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://kano.is',
    coinbaseTags: ['Kano'],
  },
  {
    id: 'solo-ck',
    name: 'Solo CK',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://solo.ckpool.org',
    description: 'Pool where each miner mines alone.',
    coinbaseTags: ['/solo.ckpool.org/'],
  },
  {
    id: 'ckpool',
    name: 'CKPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://ckpool.org',
    coinbaseTags: ['/ckpool.org/'],
  },
  {
    id: 'public-pool',
    name: 'Public Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://web.public-pool.io',
    description: 'Free software for mining alone.',
    coinbaseTags: ['Public-Pool', 'Public Pool on Umbrel'],
  },
  {
    id: 'braiins-solo',
    name: 'Braiins Solo',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://solo.braiins.com',
    countries: ['CZ'],
    parent: 'braiins-pool',
    coinbaseTags: ['/braiinssolo/'],
  },
  {
    id: 'bitfarms',
    name: 'Bitfarms',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.bitfarms.io',
    coinbaseTags: ['BITFARMS'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '3GvEGtnvgeBJ3p3EpdZhvUkxY4pDARkbjd',
      ),
    ],
  },
  {
    id: 'blockfills',
    name: 'BlockFills',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.blockfills.com/mining',
    coinbaseTags: ['/BlockfillsPool/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1PzVut5X6Nx7Mv4JHHKPtVM9Jr9LJ4Rbry',
      ),
    ],
  },
  {
    id: 'arkpool',
    name: 'ArkPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.arkpool.com',
    coinbaseTags: ['/ArkPool/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1QEiAhdHdMhBgVbDM7zUXWGkNhgEEJ6uLd',
      ),
    ],
  },
  {
    id: 'carbon-negative',
    name: 'Carbon Negative',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://github.com/bitcoin-data/mining-pools/issues/48',
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '33SAB6pzbhEGPbfY6NVgRDV7jVfspZ3A3Z 3KZDwmJHB6QJ13QPXHaW7SS3yTESFPZoxb',
      ),
    ],
  },
  {
    id: 'mining-squared',
    name: 'Mining Squared',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://pool.bsquared.network',
    coinbaseTags: ['MiningSquared', 'BSquared Network', '/bsquared/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '3GdjWJdkJhtkxRZ3Ns1LstaoHNMBW8XsvU 3AvXzTUat4p6Qf6ZLnRNvB3mDLjp3fNmjJ',
      ),
    ],
  },
  {
    id: 'mining-dutch',
    name: 'Mining-Dutch',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.mining-dutch.nl',
    coinbaseTags: ['/Mining-Dutch/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1AfPSq5ZbqBaxU5QAayLQJMcXV8HZt92eq',
      ),
    ],
  },
  {
    id: 'bitfufu',
    name: 'BitFuFu',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.bitfufu.com/pool',
    coinbaseTags: ['/BitFuFu/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '3JP3zF7LoeoAotqkNGdvX5szUyNPwd937d',
      ),
    ],
  },
  {
    id: 'phoenix-pool',
    name: 'Phoenix Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://phoenixpool.com',
    coinbaseTags: ['/Phoenix/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        37cGvBD4qufoZQHopGS7XstxRUzx5cNuy1 bc1q2zcenaujmmdv8sqgf723cug4vjnphkvvf8zpst
        1Ld6okoaLNDbSnougAyQTrchxRn9ELnTJg`,
      ),
    ],
  },
];

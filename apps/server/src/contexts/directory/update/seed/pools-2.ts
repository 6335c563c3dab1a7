import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mining pools with the marks they leave in coinbases and addresses they were paid at, part 2 of 6. */
export const pools2: readonly SeedEntry[] = [
  {
    id: 'ocean-pool',
    name: 'OCEAN',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://ocean.xyz',
    coinbaseTags: ['OCEAN.XYZ'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '37dvwZZoT3D7RXpTCpN2yKzMmNs2i2Fd1n',
      ),
    ],
  },
  {
    id: 'ultimus-pool',
    name: 'ULTIMUS POOL',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.ultimuspool.com',
    coinbaseTags: ['/ultimus/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1EMVSMe1VJUuqv7D7SFzctnVXk4KdjXATi 3C9sAKXrBVpJVe3b738yik4LPHpPmceBgd',
      ),
    ],
  },
  {
    id: 'whitepool',
    name: 'WhitePool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://whitebit.com/mining-pool',
    parent: 'whitebit',
    description: 'Pool of WhiteBIT.',
    coinbaseTags: ['WhitePool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '14VkxDwSAUWrzYTxV49HnYhKLWTJ3pCoUS',
      ),
    ],
  },
  {
    id: 'emcd',
    name: 'EMCD',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://pool.emcd.io',
    coinbaseTags: ['/EMCD/', '/one_more_mcd/', 'get___emcd', 'emcd'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1BDbsWi3Mrcjp1wdop3PWFNCNZtu4R7Hjy',
      ),
    ],
  },
  {
    id: 'terra-pool',
    name: 'Terra Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://terrapool.io',
    coinbaseTags: ['terrapool.io', 'Validated with Clean Energy'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        32P5KVSbZYAkVmSHxDd2oBXaSk372rbV7L 3Qqp7LwxmSjPwRaKkDToysJsM3xA4ThqFk
        bc1q39dled8an7enuxtmjql3pk7ny8kzvsxhd924sl`,
      ),
    ],
  },
  {
    id: 'titan-pool',
    name: 'Titan Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://titan.io',
    coinbaseTags: ['Titan.io'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '14hLEtxozmmih6Gg5xrGZLfx51bEMj21NW',
      ),
    ],
  },
  {
    id: 'rawpool',
    name: 'Rawpool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.rawpool.com',
    coinbaseTags: ['/Rawpool.com/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        1FbBbv5oYqFKwiPm4CAqvAy8345n8AQ74b 35y82tEPDa2wm6tzkEacMG8GPPW7zbMj83
        3CLigLYNkrtoNgNcUwTaKoUSHCwr9W851W 3QYvfQoG9Gs9Vfvbpw6947muSqhoGagvF6
        bc1q8ej2g5uxdsg0jwl0mpl606qfjxgkyv3p29yf37 bc1qnnl503n04cqacpwvhr89qr70metxr79ht3n380
        bc1qru8mtv3e3u7ms6ecjmwgeakdakclemvhnw00q9 bc1qwlrsvgtn99rqp3fgaxq6f6jkgms80rnej0a8tc`,
      ),
    ],
  },
  {
    id: 'novablock',
    name: 'NovaBlock',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://novablock.com',
    coinbaseTags: ['/NovaBlock/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '3Bmb9Jig8A5kHdDSxvDZ6eryj3AXd3swuJ',
      ),
    ],
  },
  {
    id: '1thash',
    name: '1THash',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.1thash.top',
    coinbaseTags: ['/1THash&58COIN/', '/1THash/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '147SwRQdpCfj5p8PnfsXV2SsVVpVcz3aPq 15vgygQ7ZsWdvZpctmTZK4673QBHsos6Sh',
      ),
    ],
  },
  {
    id: 'lubian-com',
    name: 'Lubian.com',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.lubian.com',
    coinbaseTags: ['/Buffett/', '/lubian.com/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '34Jpa4Eu3ApoPVUKNTN2WeuXVVq1jzxgPi',
      ),
    ],
  },
  {
    id: 'btc-top',
    name: 'BTC.TOP',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://btc.top',
    coinbaseTags: ['/BTC.TOP/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1Hz96kJKF2HLPGY15JWLB5m9qGNxvt8tHJ',
      ),
    ],
  },
  {
    id: 'huobi-pool',
    name: 'Huobi Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.hpt.com',
    parent: 'htx',
    coinbaseTags: ['/HuoBi/', '/Huobi/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        18Zcyxqna6h7Z7bRjhKvGpr8HSfieQWXqj 1EepjXgvWUoRyNvuLSAxjiqZ1QqKGDANLW
        1MvYASoHjqynMaMnP7SBmenyEWiLsTqoU6 3HuobiNg2wHjdPU2mQczL9on8WF7hZmaGd`,
      ),
    ],
  },
  {
    id: 'okex-pool',
    name: 'OKEx Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.okex.com',
    parent: 'okx',
    coinbaseTags: ['/www.okex.com/'],
  },
  {
    id: 'kucoin-pool',
    name: 'KuCoin Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.kucoin.com/mining-pool',
    parent: 'kucoin',
    coinbaseTags: ['KuCoinPool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1ArTPjj6pV3aNRhLPjJVPYoxB98VLBzUmb',
      ),
    ],
  },
  {
    id: '58coin',
    name: '58COIN',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.58coin.com',
    coinbaseTags: ['/58coin.com/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '199EDJoCpqV672qESEkfFgEqNT1iR2gj3t',
      ),
    ],
  },
];

import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mining pools with the marks they leave in coinbases and addresses they were paid at, part 5 of 6. */
export const pools5: readonly SeedEntry[] = [
  {
    id: 'bixin',
    name: 'Bixin',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://haopool.com',
    dead: true,
    coinbaseTags: ['/Bixin/', '/HaoBTC/', 'HAOBTC'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '13hQVEstgo4iPQZv9C7VELnLWF7UWtF4Q3 1KsFhYKLs8qb1GHqrPxHoywNQpet2CtP9t',
      ),
    ],
  },
  {
    id: 'kncminer',
    name: 'KnCMiner',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://portal.kncminer.com/pool',
    dead: true,
    coinbaseTags: ['KnCMiner'],
  },
  {
    id: 'btc-guild',
    name: 'BTC Guild',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.btcguild.com',
    dead: true,
    coinbaseTags: ['BTC Guild'],
  },
  {
    id: 'eligius',
    name: 'Eligius',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://eligius.st',
    dead: true,
    coinbaseTags: ['Eligius'],
  },
  {
    id: 'bitclub-network',
    name: 'BitClub Network',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://bitclubpool.com',
    description: 'Pool of the BitClub Network.',
    dead: true,
    coinbaseTags: ['/BitClub Network/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '155fzsEBHy9Ri2bMQ8uuuR3tv1YzcDywd4',
      ),
    ],
  },
  {
    id: 'bitminter',
    name: 'BitMinter',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://bitminter.com',
    dead: true,
    coinbaseTags: ['BitMinter'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '19PkHafEN18mquJ9ChwZt5YEFoCdPP5vYB',
      ),
    ],
  },
  {
    id: 'asicminer',
    name: 'ASICMiner',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.asicminer.co',
    dead: true,
    coinbaseTags: ['ASICMiner'],
  },
  {
    id: 'eclipsemc',
    name: 'EclipseMC',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://eclipsemc.com',
    dead: true,
    coinbaseTags: ['EMC:'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '15xiShqUqerfjFdyfgBH1K7Gwp6cbYmsTW 18M9o2mXNjNR96yKe7eyY6pfP6Nx4Nso3d',
      ),
    ],
  },
  {
    id: '21-inc',
    name: '21 Inc.',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://21.co',
    dead: true,
    coinbaseTags: ['/pool34/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        15rQXUSBQRubShPpiJfDLxmwS8ze2RUm4z 1CdJi2xRTXJF6CEJqNHYyQDNEcM3X7fUhD
        1GC6HxDvnchDdb5cGkFXsJMZBFRsKAXfwi`,
      ),
    ],
  },
  {
    id: 'telco-214',
    name: 'Telco 214',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.telco214.com',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        13Sd8Y7nUao3z4bJFkZvCRXpFqHvLy49YY 14M1pQ5KKeqmDrmqKyZEnaxAGJfBPrfWvQ
        18hvMLisvfc58PvA5rHH7NsLN9CV5ddB2x 18ikmzPqk721ZNvWhDos1UL4H29w352Kj5
        1AsEJU4ht5wR7BzV6xsNQpwi5qRx4qH1ac 1BUhwvF9oo3qkaSjjPpWrUzQxXNjkHdMZF
        1CNq2FAw6S5JfBiDkjkYJUVNQwjoeY4Zfi 1DXRoTT67mCbhdHHL1it4J1xsSZHHnFxYR
        1GaKSh2t396nfSg5Ku2J3Yn1vfVsXrGuH5 1LXWA3EEEwPixQcyFWXKX2hWHpkDoLknZW
        1MoYfV4U61wqTPTHCyedzFmvf2o3uys2Ua 1P4B6rx1js8TaEDXvZvtrkiEb9XrJgMQ19`,
      ),
    ],
  },
  {
    id: 'polmine',
    name: 'Polmine',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://polmine.pl',
    dead: true,
    coinbaseTags: ['by polmine.pl', 'bypmneU'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        13vWXwzNF5Ef9SUXNTdr7de7MqiV4G1gnL 16cv7wyeG6RRqhvJpY21CnsjxuKj2gAoK2
        17kkmDx8eSwj2JTTULb3HkJhCmexfysExz 1AajKXkaq2DsnDmP8ZPTrE5gH1HFo1x3AU
        1JrYhdhP2jCY6JwuVzdk9jUwc4pctcSes7 1Nsvmnv8VcTMD643xMYAo35Aco3XA5YPpe`,
      ),
    ],
  },
  {
    id: 'ethermine',
    name: 'Ethermine',
    type: 'mining_pool',
    source: 'https://ethermine.org',
    url: 'https://ethermine.org',
    tags: ['ethereum'],
    description: 'Pool of Bitfly.',
    addresses: [...onEtherscan('Payout of blocks', '0xea674fdde714fd979de3edf0f56aa9716b898ec8')],
  },
  {
    id: 'spark-pool',
    name: 'Spark Pool',
    type: 'mining_pool',
    source: 'https://www.sparkpool.com',
    url: 'https://www.sparkpool.com',
    tags: ['ethereum'],
    dead: true,
    addresses: [...onEtherscan('Payout of blocks', '0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c')],
  },
  {
    id: 'nanopool',
    name: 'Nanopool',
    type: 'mining_pool',
    source: 'https://nanopool.org',
    url: 'https://nanopool.org',
    tags: ['ethereum'],
    addresses: [...onEtherscan('Payout of blocks', '0x52bc44d5378309ee2abf1539bf71de1b7d7be3b5')],
  },
  {
    id: '2miners',
    name: '2Miners',
    type: 'mining_pool',
    source: 'https://2miners.com',
    url: 'https://2miners.com',
    tags: ['ethereum'],
    addresses: [
      ...onEtherscan(
        'Payout of blocks',
        '0x00192fb10df37c9fb26829eb2cc623cd1bf599e8 0x002e08000acbbae2155fab7ac01929564949070d',
      ),
    ],
  },
  {
    id: 'beepool',
    name: 'BeePool',
    type: 'mining_pool',
    source: 'https://www.beepool.com',
    url: 'https://www.beepool.com',
    tags: ['ethereum'],
    dead: true,
    addresses: [...onEtherscan('Payout of blocks', '0x99c85bb64564d9ef9a99621301f22c9993cb89e3')],
  },
];

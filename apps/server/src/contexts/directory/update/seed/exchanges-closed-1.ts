import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that no longer trade and early ones, part 1 of 2. */
export const exchangesClosed1: readonly SeedEntry[] = [
  {
    id: 'mt-gox',
    name: 'Mt. Gox',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Mt._Gox',
    url: 'https://www.mtgox.com',
    aliases: ['MtGox'],
    countries: ['JP'],
    founded: 2010,
    description:
      'Largest exchange until its bankruptcy in February 2014; its trustee repays creditors since 2024.',
    dead: true,
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/mt-gox.js',
        'Reserve wallet',
        `
        12KkeeRkiNS13GMbg7zos9KRn9ggvZtZgx 12T4oSNd4t9ty9fodgNd47TWhK35pAxDYN
        13Wv5hGhubAWgSPWtXYh6s1s7HX2N1psYg 13ahgw8sM95EDbugT3tdb8TYoMU46Uw7PX
        13dXFMyG22EsUsvaWhCqUo7SXuX7rBPog6 13sXfpp2V16nnxYvW9FHHoBdMa3k98uJw8
        13xGCc4TPSYY9GYxBGVNox82KxyjkFnxMX 1439q4Na8v88kPBqoyg8F4ueL9SYr8ANWj
        14USZ558Rr28AZwdJQyciSQkN4JT1cEoj2 14mP6caC5dFhHdVAPCjPKM8Nm36MBDR5pM
        14p4w3TRCd6NMRSnzTmgdvQhNnbrAmzXmy 155FsTtEFq4eGCcBxDseuwLKPbmtWbyHJR
        156HpsWfgkWYLT63uhTAGUSUF3ZMnB9WWj 15QcKCa84ZCHxbsqXDoKhi5XbmQB8jPEAd`,
      ),
    ],
  },
  {
    id: 'ftx',
    name: 'FTX',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/FTX',
    url: 'https://ftx.com',
    countries: ['BS'],
    founded: 2019,
    ticker: 'FTT',
    description: 'Bankrupt since November 2022; its founder was convicted of fraud in November 2023.',
    dead: true,
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x2faf487a4414fe77e2327f0bf4ae2a264a776ad2 0xc098b2a3aa256d2140208c3de6543aaef5cd3a94',
      ),
    ],
  },
  {
    id: 'quadrigacx',
    name: 'QuadrigaCX',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Quadriga_Fintech_Solutions',
    url: 'https://www.quadrigacx.com',
    countries: ['CA'],
    founded: 2013,
    description: 'Bankrupt since April 2019; regulators in Ontario found fraud by its founder.',
    dead: true,
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of QuadrigaCX.com', '16xAAvXw4H2m2i1ASEeTAfg4sMVbWGBYkc')],
  },
  {
    id: 'btc-e',
    name: 'BTC-e',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/BTC-e',
    url: 'https://btc-e.com',
    countries: ['RU'],
    tags: ['seized'],
    founded: 2011,
    description:
      'Closed by authorities of the United States in July 2017; its operator pleaded guilty to a conspiracy to launder money.',
    dead: true,
    noKyc: true,
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of BTC-e.com', '13hejvFY71WzJN3yAwcTDZpvAA35a6DruE')],
  },
  {
    id: 'cryptsy',
    name: 'Cryptsy',
    type: 'exchange',
    source: 'https://www.cryptsy.com',
    url: 'https://www.cryptsy.com',
    countries: ['US'],
    dead: true,
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of Cryptsy.com',
        '191iQZd1aYxxTNNDYGY4SGBjvvNV4pDZTf 1Empt7dGo7ZR7QemR2mBon6NdbLa4tMaSU',
      ),
    ],
  },
  {
    id: 'bittrex',
    name: 'Bittrex',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bittrex',
    url: 'https://bittrex.com',
    countries: ['US'],
    founded: 2014,
    description: 'Closed in 2023.',
    dead: true,
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '14cQRmViAzVKa277gZznByGZtnrVPQc8Lr 385cR5DM96n1HvBDMzLHPYcw89fZAXULJP',
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x66f820a414680b5bcda5eeca5dea238543f42054 0xe94b04a0fed112f3664e45adb2b8915693dd5ff3
        0xfbb1b73c4f0bda4f67dca266ce6ef42f520fbb98`,
      ),
      ...onWalletExplorer('Wallet of Bittrex.com', '1JoFwz68wWLPHmEBeiBHA9XkanVLcWALNt'),
    ],
  },
  {
    id: 'bitzlato',
    name: 'Bitzlato',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bitzlato',
    url: 'https://bitzlato.com',
    countries: ['HK'],
    tags: ['seized'],
    founded: 2016,
    description:
      'Closed by authorities of the United States and France in January 2023; its founder pleaded guilty.',
    dead: true,
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of BitZlato.com', '1AeTnARKQhdp8MMYk7LiRTnoJURwjgD7SN'),
      ...onEtherscan('Wallet', '0x00cdc153aa8894d08207719fe921fff964f28ba3'),
    ],
  },
  {
    id: 'cryptopia',
    name: 'Cryptopia',
    type: 'exchange',
    source: 'https://www.cryptopia.co.nz',
    url: 'https://www.cryptopia.co.nz',
    countries: ['NZ'],
    dead: true,
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x2984581ece53a4390d1f568673cf693139c97049 0x5baeac0a0417a05733884852aa068b706967e790',
      ),
    ],
  },
  {
    id: 'thodex',
    name: 'Thodex',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Thodex',
    url: 'https://www.thodex.com',
    countries: ['TR'],
    founded: 2017,
    description: 'Closed in April 2021; its founder was convicted of fraud in 2023.',
    dead: true,
    centralized: true,
  },
  {
    id: 'bitfloor',
    name: 'Bitfloor',
    type: 'exchange',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    url: 'https://bitfloor.com',
    countries: ['US'],
    description: 'Hacked in September 2012, closed in April 2013.',
    dead: true,
    centralized: true,
  },
  {
    id: 'bitcoinica',
    name: 'Bitcoinica',
    type: 'exchange',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    url: 'https://bitcoinica.com',
    description: 'Hacked twice in 2012 and closed.',
    dead: true,
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of Bitcoinica.com',
        '19WsmzLuZW25WtvGLmhzVjCcRDf4KAmjYz 1M9SmrPPCvNEKf7guVLCWbYAmctoRTga4x',
      ),
    ],
  },
  {
    id: 'btcc',
    name: 'BTCC',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/BTCC_(company)',
    url: 'https://www.btcc.com',
    aliases: ['BTC China'],
    founded: 2011,
    description: 'First exchange of China; trading in China ended in September 2017.',
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of BTCC.com',
        `
        153XRu5aS1JmnxnGfboVmZj46k9pfXDMSF 175bAuvzF6iE5YN1B9AB2LZZoiqEgTjnhN
        19RvvJxhLz9BNNQPgVgGQ6XhL9VCGoHthg`,
      ),
    ],
  },
];

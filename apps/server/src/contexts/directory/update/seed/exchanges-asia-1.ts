import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges of Asia, Australia and the Middle East, part 1 of 3. */
export const exchangesAsia1: readonly SeedEntry[] = [
  {
    id: 'upbit',
    name: 'Upbit',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Upbit',
    url: 'https://upbit.com',
    countries: ['KR'],
    founded: 2017,
    description: 'Operated by Dunamu; in November 2019 342,000 ether were stolen from it.',
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x390de26d772d2e2005c6d1d24afc902bae37a4bb 0x5e032243d507c743b061ef021e2ec7fcc6d3ab89
        0xba826fec90cefdf6706858e5fbafcb27a290fbe0`,
      ),
    ],
  },
  {
    id: 'bithumb',
    name: 'Bithumb',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bithumb',
    url: 'https://www.bithumb.com',
    countries: ['KR'],
    founded: 2014,
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x15878e87c685f866edfaf454be6dc06fa517b35b 0x186549a4ae594fc1f70ba4cffdac714b405be3f9
        0x2140efd7ba31169c69dfff6cdc66c542f0211825 0x3052cd6bf951449a984fe4b5a38b46aef9455c8e
        0x31d03f07178bcd74f9099afebd23b0ae30184ab5 0x558553d54183a8542f7832742e7b4ba9c33aa1e6
        0x88d34944cf554e9cccf4a24292d891f620e9c94f 0xa0ff1e0f30b5dda2dc01e7e828290bc72b71e57d
        0xb4460b75254ce0563bb68ec219208344c7ea838c 0xc1da8f69e4881efe341600620268934ef01a3e63`,
      ),
    ],
  },
  {
    id: 'coinone',
    name: 'Coinone',
    type: 'exchange',
    source: 'https://coinone.co.kr',
    url: 'https://coinone.co.kr',
    countries: ['KR'],
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x167a9333bf582556f35bd4d16a7e80e191aa6476 0x1e2fcfd26d36183f1a5d90f0e6296915b02bcb40',
      ),
    ],
  },
  {
    id: 'korbit',
    name: 'Korbit',
    type: 'exchange',
    source: 'https://www.korbit.co.kr',
    url: 'https://www.korbit.co.kr',
    countries: ['KR'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/korbit.js',
        'Reserve wallet',
        `
        15VHjDwgzYoGTQdxUH7rJw5zvzb3y143Ap 161AnGzEDJvwfZ6kW5maWigyMvN4vYWyq7
        1893nTioDembAdRTbx1V4EqYgsfs4nVo6i 1D5a76Rn9VV8iGS5AV7jmMfJTQcPPYuaey
        1JtAupan5MSPXxSsWFiwA79bY9LD2Ga1je`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/korbit.js',
        'Reserve wallet',
        `
        0x0c01089aedc45ab0f43467cceca6b4d3e4170bea 0x2864de013415b6c2c7a96333183b20f0f9cc7532
        0x8550e644d74536f1df38b17d5f69aa1bfe28ae86 0xd03be958e6b8da2d28ac8231a2291d6e4f0a7ea7
        0xd6e0f7da4480b3ad7a2c8b31bc5a19325355ca15`,
      ),
    ],
  },
  {
    id: 'gopax',
    name: 'GOPAX',
    type: 'exchange',
    source: 'https://www.gopax.co.kr',
    url: 'https://www.gopax.co.kr',
    countries: ['KR'],
    centralized: true,
  },
  {
    id: 'bitflyer',
    name: 'bitFlyer',
    type: 'exchange',
    source: 'https://bitflyer.com',
    url: 'https://bitflyer.com',
    countries: ['JP'],
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0x111cff45948819988857bbf1966a0399e0d1141e')],
  },
  {
    id: 'coincheck',
    name: 'Coincheck',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Coincheck',
    url: 'https://coincheck.com',
    countries: ['JP'],
    founded: 2012,
    ticker: 'CNCK',
    description: 'In January 2018 NEM worth about 530 million dollars was stolen from it.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '336xGpGweq1wtY4kRTuA4w6d7yDkBU9czU',
      ),
    ],
  },
  {
    id: 'bitbank',
    name: 'bitbank',
    type: 'exchange',
    source: 'https://bitbank.cc',
    url: 'https://bitbank.cc',
    countries: ['JP'],
    centralized: true,
  },
  {
    id: 'zaif',
    name: 'Zaif',
    type: 'exchange',
    source: 'https://zaif.jp',
    url: 'https://zaif.jp',
    countries: ['JP'],
    centralized: true,
  },
  {
    id: 'gmo-coin',
    name: 'GMO Coin',
    type: 'exchange',
    source: 'https://coin.z.com',
    url: 'https://coin.z.com',
    countries: ['JP'],
    centralized: true,
  },
  {
    id: 'bittrade',
    name: 'BitTrade',
    type: 'exchange',
    source: 'https://www.bittrade.co.jp',
    url: 'https://www.bittrade.co.jp',
    countries: ['JP'],
    centralized: true,
  },
  {
    id: 'btcbox',
    name: 'BTCBOX',
    type: 'exchange',
    source: 'https://www.btcbox.co.jp',
    url: 'https://www.btcbox.co.jp',
    countries: ['JP'],
    centralized: true,
  },
  {
    id: 'liquid',
    name: 'Liquid',
    type: 'exchange',
    source: 'https://www.liquid.com',
    url: 'https://www.liquid.com',
    aliases: ['Quoine'],
    countries: ['JP'],
    dead: true,
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x9cc2dce817093ceea82bb67a4cf43131fa354c06 0xdb2cad4f306b47c9b35541988c7656f1bb092e15
        0xdf4b6fb700c428476bd3c02e6fa83e110741145b 0xedbb72e6b3cf66a792bff7faac5ea769fe810517`,
      ),
    ],
  },
  {
    id: 'bitopro',
    name: 'BitoPro',
    type: 'exchange',
    source: 'https://www.bitopro.com',
    url: 'https://www.bitopro.com',
    countries: ['TW'],
    centralized: true,
  },
  {
    id: 'maicoin-max',
    name: 'MaiCoin MAX',
    type: 'exchange',
    source: 'https://max.maicoin.com',
    url: 'https://max.maicoin.com',
    aliases: ['MaiCoin'],
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of MaiCoin.com', '16EoTzqH35sRViCPirUhCMQFkwZr5krkgC'),
      ...onEtherscan('Wallet', '0x477b8d5ef7c2c42db84deb555419cd817c336b6f'),
    ],
  },
];

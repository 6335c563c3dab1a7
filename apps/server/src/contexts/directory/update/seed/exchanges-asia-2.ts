import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges of Asia, Australia and the Middle East, part 2 of 3. */
export const exchangesAsia2: readonly SeedEntry[] = [
  {
    id: 'hashkey-exchange',
    name: 'HashKey Exchange',
    type: 'exchange',
    source: 'https://www.hashkey.com',
    url: 'https://www.hashkey.com',
    countries: ['HK'],
    description: 'Licensed by the Securities and Futures Commission of Hong Kong.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/hashkey-exchange.js',
        'Reserve wallet',
        `
        18oxobhCNKnHjb7nEFDmPdXbCZthFWezrm 1NfJSiqBw4fb74KgVQrPsk5W5aqitAD1Xv
        bc1q9d5lq9psmkx9rtgewjgez7csg45faak2cccew8 bc1qqe394jlqq86muq23d4vrnhzzvcv8jnepgt8lx7
        bc1qvf35autwy0knhh3sj7suupmw3w94r4r9c2ry5z`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/hashkey-exchange.js',
        'Reserve wallet',
        `
        0x0100dc5672f702e705fc693218a3ad38fed6553d 0x48ee4a557e291c2a48d227e8a8dbe2217a825682
        0x7ffbafdc1e4f0a4b97130b075fb4a25f807a1807 0xee1bf4d7c53af2beafc7dc1dcea222a8c6d87ad9`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/hashkey.js',
        'Reserve wallet',
        `
        1DywJMqHHMWuP7xyfkRqJZCEe7GdEKFRcp 0x5569fd6991d1802dbee9bdd67e763fe7be67c7a9
        0xcbea7739929cc6a2b4e46a1f6d26841d8d668b9e`,
      ),
    ],
  },
  {
    id: 'osl',
    name: 'OSL',
    type: 'exchange',
    source: 'https://www.osl.com',
    url: 'https://www.osl.com',
    countries: ['HK'],
    description: 'Licensed by the Securities and Futures Commission of Hong Kong.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/osl-hk.js',
        'Reserve wallet',
        `
        31iBm5secmMm6Gt1yRU9NnUxUmoozJsdye 0x00056e6cc2d2b1c9ab6ecf58f025afcb4530f2ef
        31m4rGmokAqWKb3R8ZvNJ2sjyFBtrRwh4Q 0x004310ebad86fd21264bf4689c683c90c589ce51
        31oC8tdyx7jXMd9GoAsQQRJ7qMavst2nAN 0x005c575353dc8819f05e272c27e2e842f9afa24c
        31oVJQcDAnDLXo83G8ea32xoZaokYAeV3M 0x0095670c02128d898a0a7a370f0711b8c8bd0385
        31qi9VTp5F37SoH1zwoys6ciLdE3BPNytK 0x00f690a0ea0aee2ba5f679dcd1361d700697b2aa
        31u7mZDWmFF2Ws8mK28AHVndqn2T1zudjt 0x016f14c212bde7a8c7b3c544f0cc1d2b639ca1f0`,
      ),
    ],
  },
  {
    id: 'coinhako',
    name: 'Coinhako',
    type: 'exchange',
    source: 'https://www.coinhako.com',
    url: 'https://www.coinhako.com',
    countries: ['SG'],
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of CoinHako.com', '37Gq87Ni5XAuPGuzGwVsrftsTCimNdWjJA'),
      ...onEtherscan('Wallet', '0xd4bddf5e3d0435d7a6214a0b949c7bb58621f37c'),
    ],
  },
  {
    id: 'independent-reserve',
    name: 'Independent Reserve',
    type: 'exchange',
    source: 'https://www.independentreserve.com',
    url: 'https://www.independentreserve.com',
    countries: ['AU'],
    centralized: true,
  },
  {
    id: 'btc-markets',
    name: 'BTC Markets',
    type: 'exchange',
    source: 'https://www.btcmarkets.net',
    url: 'https://www.btcmarkets.net',
    countries: ['AU'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of BtcMarkets.net', '15cNN9rkvbNjKTKppYuCHwJDEXMeghUrC4')],
  },
  {
    id: 'coinspot',
    name: 'CoinSpot',
    type: 'exchange',
    source: 'https://www.coinspot.com.au',
    url: 'https://www.coinspot.com.au',
    countries: ['AU'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of CoinSpot.com.au', '1QEJi2srHeHnqBK1RhDw2BKz8Aucm8bnVr')],
  },
  {
    id: 'coinjar',
    name: 'CoinJar',
    type: 'exchange',
    source: 'https://www.coinjar.com',
    url: 'https://www.coinjar.com',
    centralized: true,
  },
  {
    id: 'indodax',
    name: 'Indodax',
    type: 'exchange',
    source: 'https://indodax.com',
    url: 'https://indodax.com',
    countries: ['ID'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/indodax.js',
        'Reserve wallet',
        `
        bc1q38fx9nxc0urh6dln2950j3eetedhwml0xhlfce bc1q6jt6s62d4hkw5gc5zmzgd6556e23k2xpanedsp
        bc1qcygfu0neqgne5ptet9ea4ktm64xh6qklvhwvef bc1qvnk8xkw9esmujpjz00hs4706j3803s9nf5z2px
        bc1qxc0x4fvkzarw5xmazcly9j8qj7nyt30mk2f3dm`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/indodax.js',
        'Reserve wallet',
        `
        0x26b137b3b7a308ed812f3120e453521c3ce91d82 0x3c02290922a3618a4646e3bbca65853ea45fe7c6
        0x442689f3f26cbccc2e288daea986b9d67346149a 0x67f88fd04336a6c9f51e30e829689916b0b687f6`,
      ),
      ...onEtherscan('Wallet', '0x51836a753e344257b361519e948ffcaf5fb8d521'),
    ],
  },
  {
    id: 'tokocrypto',
    name: 'Tokocrypto',
    type: 'exchange',
    source: 'https://www.tokocrypto.com',
    url: 'https://www.tokocrypto.com',
    countries: ['ID'],
    parent: 'binance',
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0x0068eb681ec52dbd9944517d785727310b494575')],
  },
  {
    id: 'bitkub',
    name: 'Bitkub',
    type: 'exchange',
    source: 'https://www.bitkub.com',
    url: 'https://www.bitkub.com',
    countries: ['TH'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bitkub-cex.js',
        'Reserve wallet',
        `
        0xdb044b8298e04d442fdbe5ce01b8cc8f77130e33 0x000da9f3c4fbb6548d4c3f0417fb5ea046ab3cf4
        0x00130bb3270ac6043f9d58d333dcc845cbf61696 0x005329cb1663e9d377199fcf57a2d0d55a91be67
        0x0064837199b0a8a058f451901f04867a61b6c301 0x00a2d2ea6d7c0722d63f41b0396e01c55481756d`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bitkub-cex.js',
        'Reserve wallet',
        `
        12ken5PwHeA6YnD3272S1beaSdGN46cEBh 15ZAumgvBkRBpBkvuB699FszE8KW7sUqof
        18DDXRwzkWvjg87P4fk9CB5k3AC25kxBsU 1Ej3Co334KDS7XCxhXoooVQMhAvsz7BKM1
        1VHhZ3vZ2rhrT8a5QCt5Sd23Y5APBk9QU 1iqw8qwMDcwkkw7AiEXqsxwQQ4qgmRpoP`,
      ),
    ],
  },
  {
    id: 'coins-ph',
    name: 'Coins.ph',
    type: 'exchange',
    source: 'https://coins.ph',
    url: 'https://coins.ph',
    countries: ['PH'],
    centralized: true,
  },
  {
    id: 'luno',
    name: 'Luno',
    type: 'exchange',
    source: 'https://www.luno.com',
    url: 'https://www.luno.com',
    aliases: ['BitX'],
    countries: ['GB'],
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of Luno.com', '14whipLwqHE8LYQKHUim6egLVNp4sjbzT1'),
      ...onEtherscan(
        'Wallet',
        '0x416299aade6443e6f6e8ab67126e65a7f606eef5 0xaf1931c20ee0c11bea17a41bfbbad299b2763bc0',
      ),
    ],
  },
];

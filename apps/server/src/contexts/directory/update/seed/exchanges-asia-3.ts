import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges of Asia, Australia and the Middle East, part 3 of 3. */
export const exchangesAsia3: readonly SeedEntry[] = [
  {
    id: 'coindcx',
    name: 'CoinDCX',
    type: 'exchange',
    source: 'https://coindcx.com',
    url: 'https://coindcx.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/coindcx.js',
        'Reserve wallet',
        `
        12T8i8tpeczk5JGf8ppZf1w6SFBRwEa9y4 12hGEyxk4zMLquxiMiFrkvYSohsXz2D3uZ
        1477uXZ1NfUaaZZdnztQ7h8ftGRpuWQPfA 17mxRZ9WeXigSwg3Cm62HxeATnuUphMxGL
        1F6CrpEnHEZh6gQtJ7cf1MtK7Y8GYKoP4i 1JV3umtGC6H6tFUVoFyV5KwbJDscUwrtX7`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/coindcx.js',
        'Reserve wallet',
        `
        0x06051836ac6c5112b890f8b6ec78e33d1afeae7c 0x07e114c06462d8892ae4574a7502b8c1c0fbdfbb
        0x2407b9b9662d970ece2224a0403d3b15c7e4d1fe 0x274c427b1bf0bb4a137ede688c6d621263ca7ce8
        0x29a62a542b6ea441abb6f03c2bca54ad72ff750c 0x3698cc7f524bade1a05e02910538f436a3e94384`,
      ),
    ],
  },
  {
    id: 'wazirx',
    name: 'WazirX',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/WazirX',
    url: 'https://wazirx.com',
    countries: ['IN'],
    founded: 2018,
    description: 'In July 2024 about 230 million dollars were stolen from it.',
    centralized: true,
  },
  {
    id: 'zebpay',
    name: 'ZebPay',
    type: 'exchange',
    source: 'https://zebpay.com',
    url: 'https://zebpay.com',
    countries: ['IN'],
    centralized: true,
  },
  {
    id: 'coinswitch',
    name: 'CoinSwitch',
    type: 'exchange',
    source: 'https://coinswitch.co',
    url: 'https://coinswitch.co',
    centralized: true,
  },
  {
    id: 'mudrex',
    name: 'Mudrex',
    type: 'exchange',
    source: 'https://mudrex.com',
    url: 'https://mudrex.com',
    countries: ['IN'],
    centralized: true,
  },
  {
    id: 'bitbns',
    name: 'Bitbns',
    type: 'exchange',
    source: 'https://bitbns.com',
    url: 'https://bitbns.com',
    countries: ['IN'],
    centralized: true,
  },
  {
    id: 'delta-exchange',
    name: 'Delta Exchange',
    type: 'exchange',
    source: 'https://www.delta.exchange',
    url: 'https://www.delta.exchange',
    description: 'Exchange for derivatives.',
    centralized: true,
  },
  {
    id: 'giottus',
    name: 'Giottus',
    type: 'exchange',
    source: 'https://www.giottus.com',
    url: 'https://www.giottus.com',
    countries: ['IN'],
    centralized: true,
  },
  {
    id: 'btcturk',
    name: 'BtcTurk',
    type: 'exchange',
    source: 'https://www.btcturk.com',
    url: 'https://www.btcturk.com',
    countries: ['TR'],
    centralized: true,
  },
  {
    id: 'paribu',
    name: 'Paribu',
    type: 'exchange',
    source: 'https://www.paribu.com',
    url: 'https://www.paribu.com',
    countries: ['TR'],
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x2bb97b6cf6ffe53576032c11711d59bd056830ee 0x9acbb72cf67103a30333a32cd203459c6a9c3311
        0xabc74170f3cb8ab352820c39cc1d1e05ce9e41d3 0xbd8ef191caa1571e8ad4619ae894e07a75de0c35
        0xfb90501083a3b6af766c8da35d3dde01eb0d2a68`,
      ),
    ],
  },
  {
    id: 'bitlo',
    name: 'Bitlo',
    type: 'exchange',
    source: 'https://www.bitlo.com',
    url: 'https://www.bitlo.com',
    countries: ['TR'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bitlo-cex.js',
        'Reserve wallet',
        `
        3392g7wWA64L8apgSLKHdDN7JxK9eeH6Sc 0x2af26fa3682edd327b4caf48158c814eed7288a9
        33DtinVYzZcK5pg1AjCnGRefrDgXgrEZyw 0x57c2a615b268e8db97d17d6068a96f95f40176aa
        0x9c21d12400bae033f43497b6aa72c33f7ed12b79`,
      ),
    ],
  },
  {
    id: 'bit2c',
    name: 'Bit2C',
    type: 'exchange',
    source: 'https://bit2c.co.il',
    url: 'https://bit2c.co.il',
    countries: ['IL'],
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0x7c49e1c0e33f3efb57d64b7690fa287c8d15b90a')],
  },
  {
    id: 'nobitex',
    name: 'Nobitex',
    type: 'exchange',
    source: 'https://nobitex.ir',
    url: 'https://nobitex.ir',
    countries: ['IR'],
    tags: ['iran'],
    centralized: true,
  },
  {
    id: 'wallex',
    name: 'Wallex',
    type: 'exchange',
    source: 'https://wallex.ir',
    url: 'https://wallex.ir',
    countries: ['IR'],
    tags: ['iran'],
    centralized: true,
  },
  {
    id: 'ramzinex',
    name: 'Ramzinex',
    type: 'exchange',
    source: 'https://ramzinex.com',
    url: 'https://ramzinex.com',
    countries: ['IR'],
    tags: ['iran'],
    centralized: true,
  },
];

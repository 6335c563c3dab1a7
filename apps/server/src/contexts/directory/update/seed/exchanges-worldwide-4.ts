import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that serve many countries, part 4 of 6. */
export const exchangesWorldwide4: readonly SeedEntry[] = [
  {
    id: 'lbank',
    name: 'LBank',
    type: 'exchange',
    source: 'https://www.lbank.com',
    url: 'https://www.lbank.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/lbank-exchange.js',
        'Reserve wallet',
        '1MZwhQkkt9wy8Mwm4rx5W3AYiDCJLasffn 0xfa9f7a1cbfbcb688729c522b4f0905ccf4d26d25',
      ),
    ],
  },
  {
    id: 'bitrue',
    name: 'Bitrue',
    type: 'exchange',
    source: 'https://www.bitrue.com',
    url: 'https://www.bitrue.com',
    countries: ['SG'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bitrue-cex.js',
        'Reserve wallet',
        `
        18uhzy546Qz7CxRNkHohg4W9VSkfTkbSvY
        bc1pfwf7eszm57uqlnfuctxl688aypzpes2dyc6eekxzwyfytte7xtdsyug6xw
        bc1pty75p9ejqvpzd3e9zg8eq973txu3eqxg2evmx7mm8wxxln72fyfqs2jass`,
      ),
      ...onEtherscan('Wallet', '0x6cc8dcbca746a6e4fdefb98e1d0df903b107fd21'),
    ],
  },
  {
    id: 'bitmart',
    name: 'BitMart',
    type: 'exchange',
    source: 'https://www.bitmart.com',
    url: 'https://www.bitmart.com',
    countries: ['KY'],
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x68b22215ff74e3606bd5e6c1de8c2d68180c85f7 0xe79eef9b9388a4ff70ed7ec5bccd5b928ebb8bd1',
      ),
    ],
  },
  {
    id: 'ascendex',
    name: 'AscendEX',
    type: 'exchange',
    source: 'https://ascendex.com',
    url: 'https://ascendex.com',
    aliases: ['BitMax'],
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x03bdf69b1322d623836afbd27679a1c0afa067e9 0x4b1a99467a284cc690e3237bc69105956816f762
        0x986a2fca9eda0e06fbf7839b89bfc006ee2a23dd`,
      ),
    ],
  },
  {
    id: 'pionex',
    name: 'Pionex',
    type: 'exchange',
    source: 'https://www.pionex.com',
    url: 'https://www.pionex.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/pionex-cex.js',
        'Reserve wallet',
        `
        17UcdCaVWpmgpuZsKfKdWRUUViAzoQFY3H 0x02104cae462af17739cc4315ef9ac710a9ed22a7
        1A4Ag6y473avEbjVm5N4HAqiVCE6NxLRCS 0x28410a70acc5f01e4efe892bcc38b70f3bcf014b
        1BgvqcFm2cYRg8HCrd4qWnC7iA6tQqoeme 0x2a8a276019d3ec549ae657c945ef60aab4e33c9b
        1CNEXYtt6WYZuMwJF7AjNYr39nxbrUTRoh 0x3c22c17501047d862b3a98e296079966aefd8df7
        1D9YPYQevtEsk26exBjCY2pKfhDsXTxJEE 0x4608fbf5fd78879ba0a75c6c0b0f5e53e188d3e2`,
      ),
    ],
  },
  {
    id: 'woo-x',
    name: 'WOO X',
    type: 'exchange',
    source: 'https://woox.io',
    url: 'https://woox.io',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/woo-cex.js',
        'Reserve wallet',
        `
        bc1qh78w4qq9v2dqntjtxne97kp9u2485jdqrfsghh 0x0d83f81bc9f1e8252f87a4109bbf0d90171c81df
        bc1qm4hycszv0v0qel3swxqyp57nkpnnrda4rc55lm 0x63dfe4e34a3bfc00eb0220786238a7c6cef8ffc4
        0xe505bf08c03cc0fa4e0fdfa2487e2c11085b3fd9 0xea319fd75766f5180018f8e760f51c3d3c457496`,
      ),
    ],
  },
  {
    id: 'btse',
    name: 'BTSE',
    type: 'exchange',
    source: 'https://www.btse.com',
    url: 'https://www.btse.com',
    countries: ['VG'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/btse.js',
        'Reserve wallet',
        'bc1qaxyju6n2x2tednv8e7hgnhnz44vrfcmuhjxpfk',
      ),
    ],
  },
  {
    id: 'bigone',
    name: 'BigONE',
    type: 'exchange',
    source: 'https://big.one',
    url: 'https://big.one',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bigone.js',
        'Reserve wallet',
        `
        0xa30d8157911ef23c46c0eb71889efe6a648a41f7 0x88e343f4599292c2cffe683c1bb93cd3480bdbab
        0xd4dcd2459bb78d7a645aa7e196857d421b10d93f`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bigone.js',
        'Reserve wallet',
        '1L5D4Eq2RkEKuN717Gc817MH1Sxs5WwMQh bc1qu02z43yduyjx6saeea4l54qqulvz568qnzgaes',
      ),
    ],
  },
  {
    id: 'coinw',
    name: 'CoinW',
    type: 'exchange',
    source: 'https://www.coinw.com',
    url: 'https://www.coinw.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/coinw.js',
        'Reserve wallet',
        '14Z9KSmCo1UjvBiXj2j9er35GmGmaFxsmE 1KYBKqRjGbRynSiyoiHndULssXrEeWhvU8',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/coinw.js',
        'Reserve wallet',
        `
        0x2d6323cc438b96f0ae942280762cc507b5398563 0x3864d8f360ba98212a2eddf05a357599f25196c1
        0x611f32e5d7f6640ecaf3e66759318abb9cbece64 0xa20f10289248717374e9b7776dc368aa526cb6f2`,
      ),
      ...onWalletExplorer('Wallet of CoinJar.com', '1GXA41EhA6sCBsDqbSLK5SLmZL6ohUPi2c'),
      ...onEtherscan(
        'Wallet',
        `
        0x429bf8ec3330e02401d72beade86000d9a2e19eb 0x6f31d347457962c9811ff953742870ef5a755de3
        0x8705ccfd8a6df3785217c307cbebf9b793310b94`,
      ),
    ],
  },
  {
    id: 'toobit',
    name: 'Toobit',
    type: 'exchange',
    source: 'https://www.toobit.com',
    url: 'https://www.toobit.com',
    countries: ['KY'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/toobit.js',
        'Reserve wallet',
        `
        3926KKKCqcLaWpAau73TMo19sNv23s1wji 0x3244609ee06ae8f403003c624314e50e6c2ac01a
        bc1q6ln9rpknwmvaur2qrfeqztz7kjz003kzr3h30n 0xcaf80cfacbef94d37de091093822f2a862adc47f
        bc1q9weww8ec0pr96rdnehrskk6gyeuzynvn3wkv80 bc1qfmg6286zvzes77359tnmvuqxftqxkz4l842yy5
        bc1qj89dz9wt08gp5745xgc0dtda2llrnwv2r2ysdcm9dslqllxwtn6qwlf2rj
        bc1qqdme8aca3xrpuy6y5nn2rxpyqwsm52sy89pup5
        bc1qzzr6f2yh649nytecxt8z9nlex0nxrkxletelf0eqdf56tfuzn3wshthqg9`,
      ),
    ],
  },
  {
    id: 'weex',
    name: 'WEEX',
    type: 'exchange',
    source: 'https://www.weex.com',
    url: 'https://www.weex.com',
    countries: ['SG'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/weex-cex.js',
        'Reserve wallet',
        `
        1KKXSMqYsuZPpmnEz2cx8tQAQ2ukFmyeBb 0x0010ca201a1915c500479d5ecc474567b0c12e80
        3MPcH8RakXZBD39ggF556qMn6NGh9K274r 0x047223b0f9429f865c3a1f1fa1302ee02b44c15f
        bc1p3rynzzrpldcwmpqv5k7n98zxazrqm86arzsdzmmgkv4xvnjru3rqc2rs2g
        0x1156c95d8c7d195a5c49e13621dab0bb69de6630 bc1qeg5xn5plttr7w045apm92yx08c2swc6yw2vtj7
        0x3425c58b988ebac68b1e7712b152615beaa84bae 0x425c91fbde3d472279b914b7c4c9142266d35004
        0x504abab033b8ae51cb02fd0ce93a3cda5efd3c64`,
      ),
    ],
  },
];

import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that serve many countries, part 3 of 6. */
export const exchangesWorldwide3: readonly SeedEntry[] = [
  {
    id: 'gemini',
    name: 'Gemini',
    type: 'exchange',
    source: 'https://www.gemini.com',
    url: 'https://www.gemini.com',
    countries: ['US'],
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x5f65f7b609678448494de4c87521cdf6cef1e932 0x61edcdf5bb737adffe5043706e7c5bb1f1a56eea
        0x6fc82a5fe25a5cdb58bc74600a40a69c065263f8 0x8d6f396d210d385033b348bcae9e4f9ea4e045bd
        0xb302bfe9c246c6e150af70b1caaa5e3df60dac05 0xd24400ae8bfebb18ca49be86258a3c749cf46853
        0xd69b0089d9ca950640f5dc9931a41a5965f00303`,
      ),
    ],
  },
  {
    id: 'deribit',
    name: 'Deribit',
    type: 'exchange',
    source: 'https://www.deribit.com',
    url: 'https://www.deribit.com',
    description: 'Exchange for options and futures.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://insights.deribit.com/exchange-updates/deribit-wallet-holdings/',
        'Reserve wallet',
        `
        13JJ1nxDeX5fMsDeyGHiLoK8rF2ayGq1cX 1932eKraQ3Ad9MeNBHb14WFQbNrLaKeEpT
        1MDq7zyLw6oKichbFiDDZ3aaK59byc6CT8 1MdrdcEzfiJdvs6eVSwUx6bWboPX8if5U3
        35WHp4Hid61peyH4tuhNunwRj2gtNB41Lo bc1qa3phj5uhnuauk6r62cku6r6fl9rawqx4n6d690
        bc1qtq5zfllw9fs9w6stnfgalf9v59fgrcxxyawuvm 0x062448f804191128d71fc72e10a1d13bd7308e7e
        0x2eed6a08fb89a5cd111efa33f8dca46cfbeb370f 0x5f397b62502e255f68382791947d54c4b2d37f09
        0x6b378be3c9642ccf25b1a27facb8ace24ac34a12 0x77021d475e36b3ab1921a0e3a8380f069d3263de
        0x904cc2b2694ffa78f04708d6f7de205108213126 0xa0f6121319a34f24653fb82addc8dd268af5b9e1`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/deribit.js',
        'Reserve wallet',
        '14HeA1YRUiJGb95HVpVTBuavMUBYGk6y7R 34ZHV8dd6uucEUABUydWpKi6F4qKQntEUf',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/deribit.js',
        'Reserve wallet',
        '0x1b995f9d96951f4a04c30d2e114819949e971bc8 0x1bae874af9f81b8f93315b27f080260da4702d3a',
      ),
    ],
  },
  {
    id: 'bitmex',
    name: 'BitMEX',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/BitMEX',
    url: 'https://www.bitmex.com',
    countries: ['SC'],
    founded: 2014,
    description: 'Exchange for derivatives; deposits go to addresses that begin with 3BMEX or bc1qmex.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bitmex.js',
        'Reserve wallet',
        '0xeea81c4416d71cef071224611359f6f99a4c4294 0xfb8131c260749c7835a08ccbdb64728de432858e',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bitmex.js',
        'Reserve wallet',
        `
        3BMEX1xjUV1uCEvADhGZzK4Ebvkpoercqa 3BMEX29w1YdMFntJgCjQ9CNYDfp9fcRB4D
        3BMEX2wwpT4arJNGAjM3VmQo3aZRwwQCio 3BMEX3K5dxeHvf7UX338JhbMCgxGqboZWg
        3BMEX41534P68S2zRVgAFPFoFM4m5krLNd 3BMEX47o9H6526RykeA1m2XHvBWRvnTRJY
        3BMEX5L5ug17eBFD3iXtYjQQ8TS1CpxMFR 3BMEX5jadtCE6fkqRBHueTBQNJMY1djV2y
        3BMEX66GPC9jL3vRjVq2522cU9n39HEAXY 3BMEX8hsTc3qjvfRfcNoCHrSYYVP8EGZ9V`,
      ),
    ],
  },
  {
    id: 'bingx',
    name: 'BingX',
    type: 'exchange',
    source: 'https://bingx.com',
    url: 'https://bingx.com',
    aliases: ['Bingbon'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bing-cex.js',
        'Reserve wallet',
        `
        bc1q302u45q2hqafhdaehkkzqkf0l0vkz5l7exx307 bc1q3h8dk28faa94e9gmw4p0lvywqkw2sazyt3pl05
        bc1qr8e6kmev99jxnk7hpyhex434t59ke5tpvmnyd3 bc1qzzn5tszxn3ha87xfke540k8pr4favsk9cusakq`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bing-cex.js',
        'Reserve wallet',
        `
        0x74e7fd0b532f88cf8cc50922f7a8f51e3f320fa7 0x909c1c195fc0a31758c7169b321b707c9f44886b
        0xa1195f0d9b010f86633e1553f1286d74f80ef52b 0xd3d3a295be556cf8cef2a7ff4cda23d22c4627e8
        0xf7b7775f6d31ec2d14984f1ca3e736f5fb896da2`,
      ),
    ],
  },
  {
    id: 'phemex',
    name: 'Phemex',
    type: 'exchange',
    source: 'https://phemex.com',
    url: 'https://phemex.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/phemex.js',
        'Reserve wallet',
        `
        39rotuMW6jxjPrZ3Fn7DJJkPZZstWZh6ck 3PiGxVdpMjWSsH8X8BypdwcsmPW5cmE4Ta
        bc1qw6mntl39vdtle2fczl8dzds43x02z556yp3249`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/phemex.js',
        'Reserve wallet',
        `
        0x35d2d03607b9155b42cf673102fe58251ac4f644 0x50be13b54f3eebbe415d20250598d81280e56772
        0x9022b72d67999a3b0d1330ecefca56f83d2ec52c 0xdb861e302ef7b7578a448e951aede06302936c28
        0xf7d13c7dbec85ff86ee815f6dcbb3dedac78ca49`,
      ),
    ],
  },
  {
    id: 'poloniex',
    name: 'Poloniex',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Poloniex',
    url: 'https://www.poloniex.com',
    countries: ['SC'],
    founded: 2014,
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of Poloniex.com', '17Jhdq75dX77ZdkVQrcozMXd54WGHAxrw'),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/poloniex-cex.js',
        'Reserve wallet',
        `
        0x176f3dab24a159341c0509bb36b833e7fdd0a132 1DMpkJ5QHu6rnWehZjVkZxsRTW7VRHk7yk
        1LgW4RA5iE98khRJ58Bhx5RLABP3QGjn9y 0x29065a4c1f2f20d1e263930088890d6f49fe715a
        1PrHfPbcLyHTUHxjizAgauCNXvjnh5LEex 33Mz8zrWx6yei6itk2mjfCytdKJZEwKeM6
        0x8fca4ade3a517133ff23ca55cdaea29c78c990b8`,
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x209c4784ab1e8183cf58ca33cb740efbf3fc18ef 0x32be343b94f860124dc4fee278fdcbd38c102d88
        0xa910f92acdaf488fa6ef02174fb86208ad7722ba`,
      ),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '3KFumSNurzdgfsKzeLVC4CvsiepdBXwQEd',
      ),
    ],
  },
  {
    id: 'hitbtc',
    name: 'HitBTC',
    type: 'exchange',
    source: 'https://hitbtc.com',
    url: 'https://hitbtc.com',
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of HitBtc.com',
        '19W1qPcx2addfmSRsRem6rFVLpnvd41A1P 19n49Jd8qN5zoKCoQhNMBbTZ3KPa5q7peD',
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x59a5208b32e627891c389ebafc644145224006e8 0x9c67e141c0472115aa1b98bd0088418be68fd249
        0xa12431d0b9db640034b0cdfceef9cce161e62be4`,
      ),
    ],
  },
  {
    id: 'coinex',
    name: 'CoinEx',
    type: 'exchange',
    source: 'https://www.coinex.com',
    url: 'https://www.coinex.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/coinex.js',
        'Reserve wallet',
        '31nXEifPqiUL3hqfTP5epd93s3ShNLnWL4 bc1qqz623jyqdsh2w5y5kdmzk2ws6mzr2mt2etv5gx',
      ),
      ...onEtherscan(
        'Wallet',
        '0x33ddd548fe3a082d753e5fe721a26e1ab43e3598 0xb9ee1e551f538a464e8f8c41e9904498505b49b0',
      ),
    ],
  },
  {
    id: 'xt-com',
    name: 'XT.com',
    type: 'exchange',
    source: 'https://www.xt.com',
    url: 'https://www.xt.com',
    countries: ['SC'],
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0xefda0cb780a8564903285ed25df3cc024f3b2982')],
  },
];

import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that serve many countries, part 5 of 6. */
export const exchangesWorldwide5: readonly SeedEntry[] = [
  {
    id: 'blofin',
    name: 'BloFin',
    type: 'exchange',
    source: 'https://blofin.com',
    url: 'https://blofin.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/blofin-cex.js',
        'Reserve wallet',
        `
        15Zvb1QArGReWEDc2PTHgaUodAkyRYNnA2 18obUe1Br36ZcY8GsPDTrrLSjhURpy5A3M
        19Q7qteD5pKEGVA5ajoQ2bBRNn1MxiyEYb 1BKWQjCcRGjs9TozqbUEiPnehtzGVmHPXT
        1EiHy6dJRR9gbuyjNvTqg76aZtHG1Ao3PK`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/blofin-cex.js',
        'Reserve wallet',
        `
        0x055c1c6b09fb4f5f229125afcbbf98e734dfc725 0x1ca5aa5b1dd8d948bb0971a5fb1762fe172e0040
        0x3b463ee8099f7f65e852524dd316d80375172d54 0x6339d50d4e5a8aaf1b5e0b57c85b0ec3569f3b93
        0x687054e92093daff65221fb77420ec6555d7c5a9`,
      ),
    ],
  },
  {
    id: 'bydfi',
    name: 'BYDFi',
    type: 'exchange',
    source: 'https://www.bydfi.com',
    url: 'https://www.bydfi.com',
    aliases: ['BitYard'],
    countries: ['SG'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bydfi.js',
        'Reserve wallet',
        '12F3fSv4zRmw7L1z5M1vFkdYabeETqxisp bc1qan8q94rc3hl2jfc0vn8vtfsen0r6e58q80dqf0',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bydfi.js',
        'Reserve wallet',
        '0x845dfa5366776fe44aa49e630c0c86a069d5acd4 0x9772db485b028616e85a41b718047de21aef31fe',
      ),
    ],
  },
  {
    id: 'bitunix',
    name: 'Bitunix',
    type: 'exchange',
    source: 'https://www.bitunix.com',
    url: 'https://www.bitunix.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bitunix-cex.js',
        'Reserve wallet',
        `
        3D7pZri6kLqXDQMbf5G8De39K36eBaNKBG bc1qdg5fr2zq0w0r8l3hggm25uhdc7rjqs5r0az508
        bc1qhjfnumgcsqsx6grxa7mfl7rr5g3u8xl4gtt7tr bc1qhx6x3c3nhyh4d2fsujjcaatc27xslyg6zju8p5
        bc1qkvrddql6hh00apslzsxnysl75hhnm5fpqdah37 bc1qxh9ruwejxz7ztzxejafd74tyxg4sgfeqxun42f`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bitunix-cex.js',
        'Reserve wallet',
        `
        0x431ca183bd6c2fd4a160ac28363d1719f3f12779 0x6fe39f2831caf58529779efdb73341aa64df50ab
        0x76b0ab5067b3be922ef4698390ca8bd5812a5080`,
      ),
    ],
  },
  {
    id: 'flipster',
    name: 'Flipster',
    type: 'exchange',
    source: 'https://flipster.io',
    url: 'https://flipster.io',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/flipster.js',
        'Reserve wallet',
        `
        31iAUikiV7yKEYBzbA1iHPcanHNsLBFe8C 0x25f6710af9866971a3ccaaf8895e286f6ccda9f6
        0x3c31bda7a66258193af972280258c1dc1ccf6acb 0x711948e4d826a37aa564c41c7b50de7e45c9ee44
        0x8c50172e1534826f40c288a41793cfc57bb37538 0xd157bd19ea0953f8b29e34b4bee08fc4cba2b6a4
        0xd49417f37ced33aba35ddabf208d5bfcd87b4ebe`,
      ),
    ],
  },
  {
    id: 'latoken',
    name: 'LATOKEN',
    type: 'exchange',
    source: 'https://latoken.com',
    url: 'https://latoken.com',
    countries: ['KY'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/latoken.js',
        'Reserve wallet',
        `
        0x7891b20c690605f4e370d6944c8a5dbfac5a451c 0x00343217b01188388c0e3242278231ace35e1b61
        0x127276018f956d996f439c59504f49777687cb6a 0x4114d8d509503592175a8e044594b29ec081dbe0
        0x97fc7eb57534191f1800073c5c31c0d7d7493e67 0x9976c40e8186a5e0c2a9d50d55b51f905d10ce52
        0xbc34887050d143f7d3a4ceac5fc1b7ca6645ed21`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/latoken.js',
        'Reserve wallet',
        `
        bc1q2cgh9nxn7cqmqhk4hc5fu6mju8nzy9a20qqqh8 bc1q48amr6l7dvacdppgucvnswwuyleaqh4dus8z8h
        bc1qw5fc9ml9vm4xq5c6xkcdu3vtwyw4gdn8lw0uwq`,
      ),
    ],
  },
  {
    id: 'probit-global',
    name: 'ProBit Global',
    type: 'exchange',
    source: 'https://www.probit.com',
    url: 'https://www.probit.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/probit.js',
        'Reserve wallet',
        `
        17PpCEuQUT7xxP1ocfhvFdwQyrB5dG1dQP 0x72e5263ff33d2494692d7f94a758aa9f82062f73
        19AtrEvJv7UY75tvWkXMxLUAYibxpZhFfN 0xad285fdedfc0d5f944a33e478356524293c7ec68
        19EgVpboqNjortWyhJSDAGRvHDtduqiSfr 0xf71afe21cd32959113fc47ae2ef886b43a9413d5`,
      ),
    ],
  },
  {
    id: 'digifinex',
    name: 'DigiFinex',
    type: 'exchange',
    source: 'https://www.digifinex.com',
    url: 'https://www.digifinex.com',
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0xe17ee7b3c676701c66b395a35f0df4c2276a344e')],
  },
  {
    id: 'biconomy-exchange',
    name: 'Biconomy.com',
    type: 'exchange',
    source: 'https://www.biconomy.com',
    url: 'https://www.biconomy.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/biconomy-cex.js',
        'Reserve wallet',
        `
        0x16572dc0f727c7e3012bad8dbe6b2ce1cdc31670 0x2c02f34e06f75380844f928b0cbab1265338ae27
        0x3d79007ba1a68de986eb641a3c24d58a0c69587e 0xb03edb668008459b3c6d948ab5ab305581dbf69c
        0xd888d549b511ce54effa084f33744a59d452c729 0xf884b1bc1d91cdf824e7f35d61edfdb042c28c83`,
      ),
    ],
  },
  {
    id: 'tapbit',
    name: 'Tapbit',
    type: 'exchange',
    source: 'https://www.tapbit.com',
    url: 'https://www.tapbit.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/tapbit-cex.js',
        'Reserve wallet',
        `
        1HSRxFoxC7HYbNutGyxCNXmGT1FG3M2Bt3 0x33b9b598fb490f17426da7b7d344ead1bc3915dd
        1PUvhYpjgvgjzmiwSCuGNqKQjKde29eFbH`,
      ),
    ],
  },
  {
    id: 'zoomex',
    name: 'Zoomex',
    type: 'exchange',
    source: 'https://www.zoomex.com',
    url: 'https://www.zoomex.com',
    countries: ['SC'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/zoomex-cex.js',
        'Reserve wallet',
        `
        1PhvgKg6FVMf2D7jxdSyJQJS8yVqKYuF8T 0x7eb87a95948348d6ec7231b52f61281e01d53941
        0x8d773c8a5905284657056226a6d1b6320c2aad4a`,
      ),
    ],
  },
  {
    id: 'p2b',
    name: 'P2B',
    type: 'exchange',
    source: 'https://p2pb2b.com',
    url: 'https://p2pb2b.com',
    aliases: ['P2PB2B'],
    countries: ['LT'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/p2pb2b.js',
        'Reserve wallet',
        `
        bc1qsllhrk7w4e4kprc5qhqtqg9p6e83ektc2d7qma 0x03fea254cfa7434004e8d495725bcbb7ccc40454
        0x2f16a452999933c23005439cef49ce3259eb73c3 0x302f4d246fc1e283af3239311b8b84bd5a1c7736
        0x7a2556e23ce7bc1adfbdca650130390a10c05f63 0xcfed1443a1ed773119ed1a41a39b3b66f0ffde0f`,
      ),
    ],
  },
];

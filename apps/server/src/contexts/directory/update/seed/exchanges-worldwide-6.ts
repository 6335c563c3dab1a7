import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that serve many countries, part 6 of 6. */
export const exchangesWorldwide6: readonly SeedEntry[] = [
  {
    id: 'backpack',
    name: 'Backpack',
    type: 'exchange',
    source: 'https://backpack.exchange',
    url: 'https://backpack.exchange',
    countries: ['AE'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/backpack.js',
        'Reserve wallet',
        `
        bc1pmrsvpcv8k5m5ts5js4jl0z30wndv2j90f3gm08et0xueftpwhxesjzfyea
        bc1q0gw7fexuwthyf9wwzrjn4h0flj5veflwgzdxx0727gt9upfk0cfqfjv42k
        bc1qfpk3fj2u9kaw8qq96snm72dws5hyxxym5tf8tn
        bc1qhv0g0jmt9pp578hkx4w8vus62sgwuc22z0vjpftgcf34533h2dwsrxmxds`,
      ),
    ],
  },
  {
    id: 'arkham-exchange',
    name: 'Arkham Exchange',
    type: 'exchange',
    source: 'https://arkm.com',
    url: 'https://arkm.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/arkham-exchange.js',
        'Reserve wallet',
        `
        bc1qlnkyrrupehgw5evu43erlgkhhagv0uj3yyhacvc65n3ud6qeas0sa958ps
        0x0323718324218dcbff7c9f89ba5a5954f61a6c74 0x679fb19dec9d66c34450a8563ffdfd29c04e615a
        0x794c629e4403ca7cee126cc19d6c7b002d0238a5`,
      ),
    ],
  },
  {
    id: 'bullish',
    name: 'Bullish',
    type: 'exchange',
    source: 'https://bullish.com',
    url: 'https://bullish.com',
    ticker: 'BLSH',
    centralized: true,
  },
  {
    id: 'fixedfloat',
    name: 'FixedFloat',
    type: 'exchange',
    source: 'https://ff.io',
    url: 'https://ff.io',
    description: 'Exchange between currencies without an account.',
    noKyc: true,
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0x4e5b2e1dc63f6b91cb6cd759936495434c7e972f')],
  },
  {
    id: 'sideshift-ai',
    name: 'SideShift.ai',
    type: 'exchange',
    source: 'https://sideshift.ai',
    url: 'https://sideshift.ai',
    description: 'Exchange between currencies without an account.',
    noKyc: true,
    centralized: true,
  },
  {
    id: 'changelly',
    name: 'Changelly',
    type: 'exchange',
    source: 'https://changelly.com',
    url: 'https://changelly.com',
    description: 'Exchange between currencies through partners.',
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0x96fc4553a00c117c5b0bed950dd625d1c16dc894')],
  },
  {
    id: 'shapeshift',
    name: 'ShapeShift',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/ShapeShift',
    url: 'https://shapeshift.com',
    founded: 2014,
    description: 'Was an exchange without accounts; since 2021 run by a DAO.',
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x120a270bbc009644e35f0bb6ab13f95b8199c4ad 0x3b0bc51ab9de1e5b7b6e34e5b960285805c41736
        0x563b377a956c80d77a7c613a9343699ad6123911 0x70faa28a6b8d6829a4b1e649d26ec9a2a39ba413
        0x9e6316f44baeeee5d41a1070516cc5fa47baf227 0xd3273eba07248020bf98a8b560ec1576a612102f
        0xeed16856d551569d134530ee3967ec79995e2051`,
      ),
    ],
  },
  {
    id: 'remitano',
    name: 'Remitano',
    type: 'exchange',
    source: 'https://remitano.com',
    url: 'https://remitano.com',
    countries: ['SC'],
    description: 'Trade between persons and exchange.',
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x2819c144d5946404c0516b6f817a960db37d4929 0xb8cf411b956b3f9013c1d0ac8c909b086218207c',
      ),
    ],
  },
  {
    id: 'paxful',
    name: 'Paxful',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Paxful',
    url: 'https://paxful.com',
    countries: ['US'],
    founded: 2015,
    description: 'Marketplace for trade between persons; closed in 2025.',
    dead: true,
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of Paxful.com', '1NZRtAdUkD15k2u26y9fkFZNPhG3FBoLrj')],
  },
  {
    id: 'localbitcoins',
    name: 'LocalBitcoins',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/LocalBitcoins',
    url: 'https://localbitcoins.com',
    countries: ['FI'],
    founded: 2012,
    description: 'Marketplace for trade between persons; closed in February 2023.',
    dead: true,
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of LocalBitcoins.com',
        '1CYhbeZNHsqTxmpgug7pK2E2G98ziQUeju 1MoBpijEWMbXhKQkyr5FemGEmnyowvAvYG',
      ),
    ],
  },
];

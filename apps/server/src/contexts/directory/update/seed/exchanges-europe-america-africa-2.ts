import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges of Europe, America and Africa, part 2 of 3. */
export const exchangesEuropeAmericaAfrica2: readonly SeedEntry[] = [
  {
    id: 'coinmotion',
    name: 'Coinmotion',
    type: 'exchange',
    source: 'https://coinmotion.com',
    url: 'https://coinmotion.com',
    countries: ['FI'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of CoinMotion.com', '1P73v4KZjFwqrm8jep4UQQcFHHFjER6S4J')],
  },
  {
    id: 'young-platform',
    name: 'Young Platform',
    type: 'exchange',
    source: 'https://youngplatform.com',
    url: 'https://youngplatform.com',
    countries: ['IT'],
    centralized: true,
  },
  {
    id: 'the-rock-trading',
    name: 'The Rock Trading',
    type: 'exchange',
    source: 'https://www.walletexplorer.com/address/32fKWz4NuWmig5qda1KCXqEcQH1sVBNMyP',
    url: 'https://www.therocktrading.com',
    countries: ['IT'],
    dead: true,
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of TheRockTrading.com',
        '32fKWz4NuWmig5qda1KCXqEcQH1sVBNMyP 33BibcTnn55sseWxYirQ9cdvNxs356sZ4L',
      ),
    ],
  },
  {
    id: 'bit2me',
    name: 'Bit2Me',
    type: 'exchange',
    source: 'https://bit2me.com',
    url: 'https://bit2me.com',
    countries: ['ES'],
    centralized: true,
  },
  {
    id: 'exmo',
    name: 'EXMO',
    type: 'exchange',
    source: 'https://exmo.com',
    url: 'https://exmo.com',
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of Exmo.com', '13qt1ipJ8i9sXnRAPtjiDqSdnf8deriKPn'),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/exmo.js',
        'Reserve wallet',
        '0x112a52893b96e9679e854934a62841051a679daa 0x6297c8ec7662c10cdacfb3e9c04b571528d277e2',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/exmo.js',
        'Reserve wallet',
        'bc1qa6ztklpcshk048mv5f2f877rudmyv2jaq05n5k bc1qgq64fzjjk4rsh008rdq542hve5vmz2uaep7lmx',
      ),
      ...onEtherscan(
        'Wallet',
        '0x1fd6267f0d86f62d88172b998390afee2a1f54b6 0xd7b9a9b2f665849c4071ad5af77d8c76aa30fb32',
      ),
    ],
  },
  {
    id: 'kuna',
    name: 'KUNA',
    type: 'exchange',
    source: 'https://kuna.io',
    url: 'https://kuna.io',
    countries: ['UA'],
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x77ab999d1e9f152156b4411e1f3e2a42dab8cd6d 0xea81ce54a0afa10a027f65503bd52fba83d745b8',
      ),
    ],
  },
  {
    id: 'yobit',
    name: 'YoBit',
    type: 'exchange',
    source: 'https://yobit.net',
    url: 'https://yobit.net',
    centralized: true,
    addresses: [
      ...onWalletExplorer('Wallet of YoBit.net', '16Uis1fhMgwJfQFAYBhBA2arocySbQ3WbN'),
      ...onEtherscan('Wallet', '0xf5bec430576ff1b82e44ddb5a1c93f6f9d0884f3'),
    ],
  },
  {
    id: 'revolut-x',
    name: 'Revolut X',
    type: 'exchange',
    source: 'https://exchange.revolut.com',
    url: 'https://exchange.revolut.com',
    countries: ['GB'],
    description: 'Exchange of Revolut.',
    centralized: true,
  },
  {
    id: 'coinsquare',
    name: 'Coinsquare',
    type: 'exchange',
    source: 'https://coinsquare.com',
    url: 'https://coinsquare.com',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/coinsquare.js',
        'Reserve wallet',
        `
        1P7cDFGeWm6ezez6XGXTAjvm8qcsGiMXe7 bc1q0k5rpdwf7wnq3fuk7dfjqd59p3ke7ufqmlkfp4
        bc1qdstretw2uvhjen7hvgaya3nsjgr430x9jhqf4a bc1qez6ezccleuac4dnj5cpexz5mz3j0j3j655j6qn
        bc1qg6a9kpmge0fdwtrymjvq3cydfzgpcge7e05e7z bc1qg8fywv20ztsp0edtf53zpsnxeu5cqxrmdwmtjd`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/coinsquare.js',
        'Reserve wallet',
        `
        0x02fdc44bf226e49dceca4775afaef3360e9c4ee9 0x0fcff154753e337983613889b69dd85fe8a1a145
        0x14aa1ad09664c33679ae5689d93085b8f7c84bd3 0x3858a27eecb5f1144473e35a293cb1b2bda6dff4
        0x476b067cbff8acb805038e9daef5d51c7612d593 0x48a0b5f7de8789a3962918c6df4a766c0c8857b0`,
      ),
    ],
  },
  {
    id: 'ndax',
    name: 'NDAX',
    type: 'exchange',
    source: 'https://ndax.io',
    url: 'https://ndax.io',
    countries: ['CA'],
    centralized: true,
  },
  {
    id: 'bitbuy',
    name: 'Bitbuy',
    type: 'exchange',
    source: 'https://bitbuy.ca',
    url: 'https://bitbuy.ca',
    countries: ['CA'],
    centralized: true,
  },
  {
    id: 'shakepay',
    name: 'Shakepay',
    type: 'exchange',
    source: 'https://shakepay.com',
    url: 'https://shakepay.com',
    centralized: true,
  },
  {
    id: 'okcoin',
    name: 'Okcoin',
    type: 'exchange',
    source: 'https://www.okcoin.com',
    url: 'https://www.okcoin.com',
    countries: ['US'],
    parent: 'okx',
    description: 'Older sister of OKX.',
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of OKCoin.com',
        '159kpiQjEuEVmcMXGGhsjUC13RHcEcNNJo 1JdXuWHRrVPTRkesF7mwBBGoHiBfvH2aiZ',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/okcoin.js',
        'Reserve wallet',
        `
        0x2ce910fbba65b454bbaf6a18c952a70f3bcd8299 0x4a8f1f5b2a3652131eac54a6f183a4a2cf44a9a6
        0x964b78ef2925f24c3a8d270c10522638dee5f17f 0xa28062bd708ce49e9311d6293def7df63f2b0816
        0xd30b438df65f4f788563b2b3611bd6059bff4ad9 0xd7efcbb86efdd9e8de014dafa5944aae36e817e4`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/okcoin.js',
        'Reserve wallet',
        'bc1q2s3rjwvam9dt2ftt4sqxqjf3twav0gdx0k0q2etxflx38c3x8tnssdmnjq',
      ),
    ],
  },
  {
    id: 'itbit',
    name: 'itBit',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Paxos_Trust_Company',
    url: 'https://www.paxos.com',
    countries: ['US'],
    parent: 'paxos',
    founded: 2012,
    description: 'Exchange of Paxos.',
    centralized: true,
  },
  {
    id: 'bitso',
    name: 'Bitso',
    type: 'exchange',
    source: 'https://bitso.com',
    url: 'https://bitso.com',
    countries: ['MX'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of Bitso.com', '1JRij36KPEyusBNdUtwZZSmgqMd7aRiXYZ')],
  },
];

import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges of Europe, America and Africa, part 1 of 3. */
export const exchangesEuropeAmericaAfrica1: readonly SeedEntry[] = [
  {
    id: 'binance-us',
    name: 'Binance.US',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Binance',
    url: 'https://www.binance.us',
    countries: ['US'],
    founded: 2019,
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/binance-us.js',
        'Reserve wallet',
        '0x34ea4138580435b5a521e460035edb19df1938c1 0xf60c2ea62edbfe808163751dd0d8693dcb30019c',
      ),
    ],
  },
  {
    id: 'bitvavo',
    name: 'Bitvavo',
    type: 'exchange',
    source: 'https://bitvavo.com',
    url: 'https://bitvavo.com',
    countries: ['NL'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/bitvavo.js',
        'Reserve wallet',
        `
        37biYvTEcBVMoR1NGkPTGvHUuLTrzcLpiv 0x079a892628ebf28d0ed8f00151cff225a093dc63
        bc1qfpeps3wcmzk422hvm5jeq5lelnqlzznjwyfy69 0x95b564f3b3bae3f206aa418667ba000afafacc8a
        bc1qrd7t2sl5rdfke32qcryyep6r78vyq703mvggq7 0xb0a3a2b60e969afd26561429aa4c1444c57e4411
        0xedc6bacdc1e29d7c5fa6f6eca6fdd447b9c487c9`,
      ),
    ],
  },
  {
    id: 'bitpanda',
    name: 'Bitpanda',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bitpanda',
    url: 'https://www.bitpanda.com',
    countries: ['AT'],
    founded: 2014,
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of Coinimal.com', '1MLgaxVMmhscDAN3Mjg1wPYNvSAG4mMDbf')],
  },
  {
    id: 'one-trading',
    name: 'One Trading',
    type: 'exchange',
    source: 'https://www.onetrading.com',
    url: 'https://www.onetrading.com',
    countries: ['AT'],
    centralized: true,
  },
  {
    id: 'whitebit',
    name: 'WhiteBIT',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/WhiteBIT',
    url: 'https://whitebit.com',
    countries: ['LT'],
    founded: 2018,
    centralized: true,
    addresses: [...onEtherscan('Wallet', '0x39f6a6c85d39d5abad8a398310c52e7c374f2ba3')],
  },
  {
    id: 'cex-io',
    name: 'CEX.IO',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/CEX.io',
    url: 'https://cex.io',
    countries: ['GB'],
    founded: 2013,
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/cex-io.js',
        'Reserve wallet',
        `
        32L7Yo5JzwnGtRgeGxrXxc8LT6CpQsL3d4 0x2818e54e0489274f61f33f163504074bee5932ca
        3E4ujC6LQVFxhEcZ1E7ZTGYhcb67WFAuoC 0xc48c74c4eda47f915e8580391ec2f386f769d996
        3FnBbsWjxLejVsMMHEqDt6B19dEupBaZwK 0xc9f5296eb3ac266c94568d790b6e91eba7d76a11
        3HfJ6brzer2fZob1ZZCyeUUUTD6vzXWdJv`,
      ),
    ],
  },
  {
    id: 'coinmate',
    name: 'Coinmate',
    type: 'exchange',
    source: 'https://coinmate.io',
    url: 'https://coinmate.io',
    countries: ['CZ'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of Coinmate.io', '1Q33qtdzSmnuw1PKXUrUfA2eGSG7mBdhT8')],
  },
  {
    id: 'paymium',
    name: 'Paymium',
    type: 'exchange',
    source: 'https://www.paymium.com',
    url: 'https://www.paymium.com',
    countries: ['FR'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of Paymium.com', '19me6EaQKVRaeRmLVpYVdGwDVgyVcZoaSk')],
  },
  {
    id: 'bitcoin-de',
    name: 'Bitcoin.de',
    type: 'exchange',
    source: 'https://www.bitcoin.de',
    url: 'https://www.bitcoin.de',
    countries: ['DE'],
    description: 'Marketplace of Bitcoin Group SE.',
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of Bitcoin.de',
        '1FjjzDjrvpc9vP3xnPmjJs2AUFnMQiKaCy 1MyQmLuSxsdBcCpZXEdBE1eTCdYQk4toK9',
      ),
    ],
  },
  {
    id: 'bsdex',
    name: 'BSDEX',
    type: 'exchange',
    source: 'https://www.bsdex.de',
    url: 'https://www.bsdex.de',
    countries: ['DE'],
    description: 'Exchange of Boerse Stuttgart Group.',
    centralized: true,
  },
  {
    id: 'swissborg',
    name: 'SwissBorg',
    type: 'exchange',
    source: 'https://swissborg.com',
    url: 'https://swissborg.com',
    countries: ['CH'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://portfolio.nansen.ai/dashboard/APE-C3CMH1',
        'Reserve wallet',
        `
        18DowXoMUQT5EU8zPTDTrq4hrwmi8ddCcc 1JgXCkk3gjmgfgjT2vvnjpvqfvNNTFCRpM
        1Mgs8zLJ7JyngcNRUscayyPHnnYJpJS5x2 bc1qc8ee9860cdnkyej0ag5hf49pcx7uvz89lkwpr9
        bc1qfu6su3qz4tn0et634mv7p090a0cgameq6rdvuc bc1qutkfwnuq4v0zdkenqt5vyuxlrmsezldzue5znc
        0x42b86a269fb3d5368d880c519badaba77ec00130 0x5770815b0c2a09a43c9e5aecb7e2f3886075b605
        0x5cedc1923c33b253aedf24bf038eee6cbbb68a6a 0x6cf9aa65ebad7028536e353393630e2340ca6049
        0x7153d2ef9f14a6b1bb2ed822745f65e58d836c3f 0x87cbc48075d7aa1760ac71c41e8bc289b6a31f56
        0x94596096320a6b4eab43556ad1ed8c4c3d51c9aa 0xcde4c1b984f3f02f997ecff9980b06316de2577d`,
      ),
    ],
  },
  {
    id: 'bity',
    name: 'Bity',
    type: 'exchange',
    source: 'https://bity.com',
    url: 'https://bity.com',
    centralized: true,
  },
  {
    id: 'zonda',
    name: 'Zonda',
    type: 'exchange',
    source: 'https://zondacrypto.com',
    url: 'https://zondacrypto.com',
    aliases: ['BitBay', 'zondacrypto'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of BitBay.net', '14ubK5amkDXXHwXNKCxUfTxC8wsq12134r')],
  },
  {
    id: 'firi',
    name: 'Firi',
    type: 'exchange',
    source: 'https://firi.com',
    url: 'https://firi.com',
    countries: ['NO'],
    centralized: true,
  },
  {
    id: 'nbx',
    name: 'NBX',
    type: 'exchange',
    source: 'https://nbx.com',
    url: 'https://nbx.com',
    aliases: ['Norwegian Block Exchange'],
    countries: ['NO'],
    description: 'Norwegian Block Exchange.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/nbx.js',
        'Reserve wallet',
        'bc1qd79ypayqr03lmvcqc40udn6yuq4mve34ychy6a bc1qgxrcuzn62qjk3e3echysa9srg87la26x0qn2sa',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/nbx.js',
        'Reserve wallet',
        `
        0x29af949c3d218c1133bd16257ed029e92defb168 0x8cad96fb23924ebc37b8cdafa8400ad856fe4a2c
        0xaeb81c391ac427b6443310ff1cb73a21e071e5ad`,
      ),
    ],
  },
  {
    id: 'safello',
    name: 'Safello',
    type: 'exchange',
    source: 'https://safello.com',
    url: 'https://safello.com',
    countries: ['SE'],
    centralized: true,
  },
];

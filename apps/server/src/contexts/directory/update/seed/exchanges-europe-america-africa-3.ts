import { addressesAt, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges of Europe, America and Africa, part 3 of 3. */
export const exchangesEuropeAmericaAfrica3: readonly SeedEntry[] = [
  {
    id: 'mercado-bitcoin',
    name: 'Mercado Bitcoin',
    type: 'exchange',
    source: 'https://www.mercadobitcoin.com.br',
    url: 'https://www.mercadobitcoin.com.br',
    countries: ['BR'],
    centralized: true,
    addresses: [...onWalletExplorer('Wallet of MercadoBitcoin.com.br', '3L1smrPn5chgVCehpUhvs5h5nJGxGQe6sD')],
  },
  {
    id: 'foxbit',
    name: 'Foxbit',
    type: 'exchange',
    source: 'https://foxbit.com.br',
    url: 'https://foxbit.com.br',
    countries: ['BR'],
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of FoxBit.com.br',
        `
        12RZE3EXnzjcydQkhHX3pLriLxSEH9xpM6 1CcQjmpete8MJsXXLB9xUBvYxFxM5aoFug
        3LX3QGv3wiudeDC8fg8kAhsw1apDiUjiYu 3P5rBGxLAF9wKSxMCq9NZtcwW8sLEHT2Zd`,
      ),
    ],
  },
  {
    id: 'novadax',
    name: 'NovaDAX',
    type: 'exchange',
    source: 'https://www.novadax.com.br',
    url: 'https://www.novadax.com.br',
    countries: ['BR'],
    centralized: true,
  },
  {
    id: 'ripio',
    name: 'Ripio',
    type: 'exchange',
    source: 'https://www.ripio.com',
    url: 'https://www.ripio.com',
    countries: ['AR'],
    centralized: true,
  },
  {
    id: 'buda-com',
    name: 'Buda.com',
    type: 'exchange',
    source: 'https://www.buda.com',
    url: 'https://www.buda.com',
    countries: ['CL'],
    centralized: true,
  },
  {
    id: 'valr',
    name: 'VALR',
    type: 'exchange',
    source: 'https://www.valr.com',
    url: 'https://www.valr.com',
    countries: ['ZA'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/valr-cex.js',
        'Reserve wallet',
        `
        3PUAxZ26mF8Ub1oQrc7TK7NvTe93KaNQZP 0x05cdb1526f6e224e02919a4c018d9784ea25eb3d
        bc1q068k89wp2dt3v7wrp8uyscd3llvz6tytz3ve8pd4e2f6z9a5kdjqtqe505
        0x556c26a8d2a27e1e50ee7d72b1938f9d794faae7 0x630910471eff63c5fbd1fdff745be3851d341cb8
        0x7ce3ec6845780e8f69b1a19edf8148d7cbb77a7d`,
      ),
    ],
  },
  {
    id: 'altcointrader',
    name: 'AltCoinTrader',
    type: 'exchange',
    source: 'https://www.altcointrader.co.za',
    url: 'https://www.altcointrader.co.za',
    countries: ['ZA'],
    centralized: true,
  },
  {
    id: 'tradeogre',
    name: 'TradeOgre',
    type: 'exchange',
    source: 'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/TradeOgre.js',
    url: 'https://tradeogre.com',
    dead: true,
    noKyc: true,
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/TradeOgre.js',
        'Reserve wallet',
        '0x4648451b5f87ff8f0f7d622bd40574bb97e25980',
      ),
    ],
  },
];

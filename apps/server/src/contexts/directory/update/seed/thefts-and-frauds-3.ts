import { addressesAt, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Thefts, frauds, seizures, part 3 of 3. */
export const theftsAndFrauds3: readonly SeedEntry[] = [
  {
    id: 'bitcoin-savings-and-trust',
    name: 'Bitcoin Savings and Trust',
    type: 'investment_scam',
    source: 'https://www.walletexplorer.com/address/1HDG83XDDDb5D8koLD5y8M8vx3UfnraLY8',
    countries: ['US'],
    dead: true,
    addresses: [...onWalletExplorer('Wallet of Btcst.com-pirateat40', '1HDG83XDDDb5D8koLD5y8M8vx3UfnraLY8')],
  },
  {
    id: 'africrypt',
    name: 'Africrypt',
    type: 'investment_scam',
    source:
      'https://mybroadband.co.za/news/cryptocurrency/403635-africrypts-hacked-bitcoin-billions-this-one-investor-lost-r41-million.html',
    countries: ['ZA'],
    description: 'Vanished in April 2021.',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://mybroadband.co.za/news/cryptocurrency/403635-africrypts-hacked-bitcoin-billions-this-one-investor-lost-r41-million.html',
        'Named in reports',
        '33HHUHRZ6W3Q5fjBEg6qMKup3tpaAvQgAr',
      ),
    ],
  },
  {
    id: 'ponzicoin',
    name: 'PonziCoin',
    type: 'investment_scam',
    source: 'https://arxiv.org/abs/1803.00646',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/1803.00646',
        'Payments to the scheme',
        '1NcHirWVDfUAngWLjBzmPCQaeZaMPCceHC',
      ),
    ],
  },
  {
    id: 'leancy',
    name: 'Leancy',
    type: 'investment_scam',
    source: 'https://arxiv.org/abs/1803.00646',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/1803.00646',
        'Payments to the scheme',
        '145SmDToAhtfcBQhNxfeM8hnS6CBeiRukY',
      ),
    ],
  },
  {
    id: 'minimalism10',
    name: 'Minimalism10',
    type: 'investment_scam',
    source: 'https://arxiv.org/abs/1803.00646',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/1803.00646',
        'Payments to the scheme',
        '1FuypAdeC7mSmYBsQLbG9XV261bnfgWbgB',
      ),
    ],
  },
  {
    id: 'united-states-government',
    name: 'United States Government',
    type: 'organization',
    source: 'https://www.justice.gov',
    url: 'https://www.justice.gov',
    countries: ['US'],
    description: 'Holder of forfeited crypto-assets.',
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/silkroad-fbifunds.js',
        'Seized from the Silk Road case',
        `
        bc1qa5wkgaew2dkv56kfvj49j0av5nml45x9ek9hz6 bc1qe7nk2nlnjewghgw4sgm0r89zkjzsurda7z4rdg
        bc1qf2yvj48mzkj7uf8lc2a9sa7w983qe256l5c8fs bc1qmxjefnuy06v345v6vhwpwt05dztztmx4g3y7wp`,
      ),
    ],
  },
];

import { bridges } from './bridges.ts';
import { countries } from './countries.ts';
import { custodyAndWallets } from './custody-and-wallets.ts';
import { darknetMarkets } from './darknet-markets.ts';
import { defi1 } from './defi-1.ts';
import { defi2 } from './defi-2.ts';
import { defi3 } from './defi-3.ts';
import { defi4 } from './defi-4.ts';
import { exchangesAsia1 } from './exchanges-asia-1.ts';
import { exchangesAsia2 } from './exchanges-asia-2.ts';
import { exchangesAsia3 } from './exchanges-asia-3.ts';
import { exchangesClosed1 } from './exchanges-closed-1.ts';
import { exchangesClosed2 } from './exchanges-closed-2.ts';
import { exchangesEuropeAmericaAfrica1 } from './exchanges-europe-america-africa-1.ts';
import { exchangesEuropeAmericaAfrica2 } from './exchanges-europe-america-africa-2.ts';
import { exchangesEuropeAmericaAfrica3 } from './exchanges-europe-america-africa-3.ts';
import { exchangesWorldwide1 } from './exchanges-worldwide-1.ts';
import { exchangesWorldwide2 } from './exchanges-worldwide-2.ts';
import { exchangesWorldwide3 } from './exchanges-worldwide-3.ts';
import { exchangesWorldwide4 } from './exchanges-worldwide-4.ts';
import { exchangesWorldwide5 } from './exchanges-worldwide-5.ts';
import { exchangesWorldwide6 } from './exchanges-worldwide-6.ts';
import { gambling } from './gambling.ts';
import { historic } from './historic.ts';
import { mixers } from './mixers.ts';
import { paymentsAndBrokers1 } from './payments-and-brokers-1.ts';
import { paymentsAndBrokers2 } from './payments-and-brokers-2.ts';
import { pools1 } from './pools-1.ts';
import { pools2 } from './pools-2.ts';
import { pools3 } from './pools-3.ts';
import { pools4 } from './pools-4.ts';
import { pools5 } from './pools-5.ts';
import { pools6 } from './pools-6.ts';
import { ransomware1 } from './ransomware-1.ts';
import { ransomware2 } from './ransomware-2.ts';
import { ransomware3 } from './ransomware-3.ts';
import { sanctioned1 } from './sanctioned-1.ts';
import { sanctioned2 } from './sanctioned-2.ts';
import { sanctioned3 } from './sanctioned-3.ts';
import { sanctioned4 } from './sanctioned-4.ts';
import { theftsAndFrauds1 } from './thefts-and-frauds-1.ts';
import { theftsAndFrauds2 } from './thefts-and-frauds-2.ts';
import { theftsAndFrauds3 } from './thefts-and-frauds-3.ts';
import { tokens } from './tokens.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Every entity that ships with Hopscope. */
export const entries: readonly SeedEntry[] = [
  ...historic,
  ...countries,
  ...exchangesWorldwide1,
  ...exchangesWorldwide2,
  ...exchangesWorldwide3,
  ...exchangesWorldwide4,
  ...exchangesWorldwide5,
  ...exchangesWorldwide6,
  ...exchangesAsia1,
  ...exchangesAsia2,
  ...exchangesAsia3,
  ...exchangesEuropeAmericaAfrica1,
  ...exchangesEuropeAmericaAfrica2,
  ...exchangesEuropeAmericaAfrica3,
  ...exchangesClosed1,
  ...exchangesClosed2,
  ...custodyAndWallets,
  ...paymentsAndBrokers1,
  ...paymentsAndBrokers2,
  ...gambling,
  ...mixers,
  ...sanctioned1,
  ...sanctioned2,
  ...sanctioned3,
  ...sanctioned4,
  ...darknetMarkets,
  ...ransomware1,
  ...ransomware2,
  ...ransomware3,
  ...theftsAndFrauds1,
  ...theftsAndFrauds2,
  ...theftsAndFrauds3,
  ...pools1,
  ...pools2,
  ...pools3,
  ...pools4,
  ...pools5,
  ...pools6,
  ...defi1,
  ...defi2,
  ...defi3,
  ...defi4,
  ...bridges,
  ...tokens,
];

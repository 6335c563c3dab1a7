import type { Browser } from 'playwright-core';
import type { LedgerServer } from '../support/ledger-server.ts';

/** Five months with all stories; blocks are rare, so that pages don't change. */
export const demoSettings = {
  BITCOIN_SOURCE: 'demo',
  DEMO_DAYS: '160',
  DEMO_TRANSACTIONS: '2500',
  DEMO_ETHEREUM_TRANSACTIONS: '1500',
  DEMO_BLOCK_SECONDS: '600',
  DEMO_ETHEREUM_BLOCK_SECONDS: '600',
  DEMO_TEAM_WEEKS: '0',
};

/** One server on the demo network, and a browser, for all tests of a file; ready before the first test. */
export interface DemoNetwork {
  readonly browser: Browser;
  readonly server: LedgerServer;
}

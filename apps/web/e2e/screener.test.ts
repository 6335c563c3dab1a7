import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { describeAccessibility } from './screener/accessibility.ts';
import { describeAddressPage } from './screener/address-page.ts';
import { describeSearch } from './screener/search.ts';
import type { DemoNetwork } from './demo-network/network.ts';
import { openBrowser } from './support/browser.ts';
import { screenerSettings } from './support/demo-screener.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';

let browser: Browser | undefined;
let server: LedgerServer | undefined;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startLedgerServer(undefined, screenerSettings)]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const network: DemoNetwork = {
  get browser() {
    if (!browser) throw new Error('There is no browser');
    return browser;
  },
  get server() {
    if (!server) throw new Error('There is no server');
    return server;
  },
};

describeAddressPage(network);
describeSearch(network);
describeAccessibility(network);

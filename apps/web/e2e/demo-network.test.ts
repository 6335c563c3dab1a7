import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { describeAllPages } from './demo-network/all-pages.ts';
import { describeCrossChain } from './demo-network/auto-trace.ts';
import { describeBatches } from './demo-network/batches.ts';
import { describeCases } from './demo-network/cases.ts';
import { describeCharts } from './demo-network/charts.ts';
import { describeChecks } from './demo-network/checks.ts';
import { describeComplianceScreener } from './demo-network/compliance-screener.ts';
import { describeEntityActivity } from './demo-network/entity-activity.ts';
import { describeFirstLook } from './demo-network/first-look.ts';
import { describeFlowDocuments } from './demo-network/flow-documents.ts';
import { describeFlowTrace } from './demo-network/flow-trace.ts';
import { describeFlowTraceFiles } from './demo-network/flow-trace-files.ts';
import { describeShownRight } from './demo-network/shown-right.ts';
import { type DemoNetwork, demoSettings } from './demo-network/network.ts';
import { describeProbableOwner } from './demo-network/probable-owner.ts';
import { describeRiskDashboard } from './demo-network/risk-dashboard.ts';
import { describeSars } from './demo-network/sars.ts';
import { describeSamplesAndAlerts } from './demo-network/samples-and-alerts.ts';
import { describeTeam } from './demo-network/team.ts';
import { describeWallets } from './demo-network/wallets.ts';
import { openBrowser } from './support/browser.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';

let browser: Browser | undefined;
let server: LedgerServer | undefined;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startLedgerServer(undefined, demoSettings)]);
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

// The first-visit tests run first: they wait for the history, which the others need.
describeFirstLook(network);
describeShownRight(network);
describeRiskDashboard(network);
describeCharts(network);
describeEntityActivity(network);
describeProbableOwner(network);
describeFlowTrace(network);
describeFlowTraceFiles(network);
describeCrossChain(network);
describeFlowDocuments(network);
describeComplianceScreener(network);
describeBatches(network);
describeWallets(network);
describeChecks(network);
describeTeam(network);
describeCases(network);
describeSars(network);
describeSamplesAndAlerts(network);
describeAllPages(network);

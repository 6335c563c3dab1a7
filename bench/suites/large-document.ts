import {
  allOf,
  type CanvasRecord,
  type Change,
  createReplica,
  documentOf,
  emptyDocument,
  perform,
} from '@hopscope/canvas';
import { flowDocumentEndpoints, organizationEndpoints } from '@hopscope/contract';
import type { CDPSession, Page } from 'playwright-core';
import { buildWebIfStale, compressWeb } from '../../apps/server/src/build/build-web.ts';
import { openBrowser } from '../../apps/web/e2e/support/browser.ts';
import { graphOf } from '../frame-peers/graph.mjs';
import { pathOf } from '../lib/api-paths.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { requestJson } from '../lib/request-json.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';
import { signedIn, webRoot } from './first-page.ts';

/** A FlowTrace document of an organization, stored through the API and opened in a browser. Milliseconds. */
export interface LargeDocumentResult {
  nodes: number;
  transfers: number;
  /** Steps into which it was divided, and how long the server took for all of them. */
  steps: number;
  stored: number;
  /** Longest time for which the server answered nothing else, while it stored and while it sent the document. */
  loopDelayStored: number;
  loopDelayOpened: number;
  /** From the address of the page until its first picture, one value for each visit. */
  opened: number[];
  /** Main thread of the page per frame while the view moves. */
  pan: Latencies;
  zoom: Latencies;
  /** From typing a part of the last node's address until it is selected. */
  search: number;
}

const timeoutMs = 120_000;

function recordsOf(nodes: number): CanvasRecord[] {
  const graph = graphOf(nodes);
  const addressOf = (i: number): string => `bc1q${i.toString(36).padStart(6, '0').repeat(7).slice(0, 38)}`;
  const idOf = (i: number): string => `bitcoin:${addressOf(i)}`;
  const numberOf = new Map(graph.nodes.map(({ id }, i) => [id, i]));
  const wallets = graph.nodes.map(
    ({ x, y, risk }, i): CanvasRecord => ({
      kind: 'node',
      id: idOf(i),
      type: 'wallet',
      chain: 'bitcoin',
      address: addressOf(i),
      label: '',
      x,
      y,
      color: null,
      traced: i === 0,
      stop: null,
      group: null,
      profile: {
        entityId: null,
        entityType: null,
        name: null,
        beneficialOwner: null,
        custodian: null,
        logoUrl: null,
        risk,
        balance: String(i * 7919),
        received: String(i * 104_729),
        spent: String(i * 96_810),
        transactions: i % 50,
        usdCents: null,
        coinJoin: false,
      },
    }),
  );
  const transfers = graph.edges.map(({ from, to }, i): CanvasRecord => {
    const transaction = Math.imul(i + 1, 0x9e3779b1)
      .toString(16)
      .replace('-', '')
      .padStart(8, '0')
      .repeat(8);
    const amount = String(150_000_000 + i);
    const [payer, payee] = [idOf(numberOf.get(from) ?? 0), idOf(numberOf.get(to) ?? 0)];
    return {
      kind: 'connection',
      id: `${transaction}:${i}|${payer}|${payee}`,
      from: payer,
      to: payee,
      amount,
      whole: amount,
      asset: { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 },
      time: 1_700_000_000 + i,
      height: 800_000 + (i >> 7),
      transaction,
      utxoKey: `${transaction}:${i}`,
      fee: '1234',
      color: null,
    };
  });
  return [...wallets, ...transfers];
}

/** Divides the creation of records into steps, as the page does. */
function stepsOf(records: readonly CanvasRecord[]) {
  let made = 0;
  const changes = records.map((record): Change => ({ change: 'create', record }));
  return perform(
    createReplica(emptyDocument, 0, 'bench'),
    { title: 'Import file', changes },
    { stamp: () => ({ id: `step-${++made}`, time: 0 }), limits: { changes: 10_000, characters: 4_000_000 } },
  ).pending;
}

/** Waits until a visible canvas of the page shows anything. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const probe = document.createElement('canvas');
      [probe.width, probe.height] = [90, 56];
      const context = probe.getContext('2d', { willReadFrequently: true });
      return [...document.querySelectorAll<HTMLCanvasElement>('[aria-label="Canvas"] canvas')].some(
        (each) => {
          if (!context || each.width === 0 || each.style.visibility === 'hidden') return false;
          context.clearRect(0, 0, 90, 56);
          context.drawImage(each, 0, 0, 90, 56);
          return context.getImageData(0, 0, 90, 56).data.some((value, i) => i % 4 === 3 && value > 0);
        },
      );
    },
    undefined,
    { timeout: timeoutMs, polling: 50 },
  );
}

async function taskOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** Returns the time of the main thread for each movement and the frame after it. */
async function frames(
  page: Page,
  session: CDPSession,
  move: (i: number) => Promise<void>,
): Promise<Latencies> {
  const times: number[] = [];
  for (let i = 0; i < 40; i++) {
    const before = await taskOf(session);
    await move(i);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    times.push((await taskOf(session)) - before);
  }
  return summarize(times);
}

async function visit(
  served: ServedLedger,
  storage: Awaited<ReturnType<typeof signedIn>>,
  url: string,
  last: string,
) {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({
      storageState: storage,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    // The first page fills the caches of the browser.
    await page.goto(new URL('/home/flow-trace', served.url).href);
    await page.getByLabel('Address to trace').first().waitFor();
    const opened: number[] = [];
    await served.watch();
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      await page.goto(url);
      await drawn(page);
      opened.push(performance.now() - began);
    }
    const { max: loopDelayOpened } = await served.delay();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.getByRole('button', { name: 'Fit' }).first().click();
    await page.waitForTimeout(1000);
    await page.mouse.move(700, 450);
    const zoom = await frames(page, session, (i) => page.mouse.wheel(0, i < 20 ? -120 : 120));
    await page.waitForTimeout(1000);
    await page.mouse.down({ button: 'middle' });
    const pan = await frames(page, session, (i) => page.mouse.move(700 + i * 6, 450 + i * 3));
    await page.mouse.up({ button: 'middle' });
    const field = page.getByLabel('Address to trace').first();
    const asked = performance.now();
    await field.fill(last.slice(4));
    await page.getByRole('list', { name: 'On this canvas' }).waitFor();
    await field.press('Enter');
    await page.waitForFunction((text) => location.search.includes(text), last, { timeout: timeoutMs });
    return { opened, loopDelayOpened, pan, zoom, search: performance.now() - asked };
  } finally {
    await browser.close();
  }
}

/** Measures a document of 100,000 addresses from its upload to its use. */
export async function measureLargeDocument(places: FreeSlots, quick: boolean): Promise<LargeDocumentResult> {
  await buildWebIfStale(webRoot);
  await compressWeb(webRoot);
  const nodes = quick ? 4000 : 100_000;
  const records = recordsOf(nodes);
  const steps = stepsOf(records);
  const transfers = allOf(documentOf(records, emptyDocument), 'connection').length;
  return withFresh(places, (place) =>
    withServer(
      place,
      async (served) => {
        const storage = await signedIn(served);
        const [{ localStorage }] = storage.origins as [(typeof storage.origins)[number]];
        const token = localStorage.find(({ name }) => name === 'accessToken')?.value ?? '';
        const call = (path: string, body?: object) =>
          requestJson(served.url, { path, token, ...(body && { body }) });
        const { createFlowDocument, appendFlowSteps, describeFlowDocument } = flowDocumentEndpoints;
        const organization = organizationEndpoints.createOrganization.response.parse(
          await call(pathOf(organizationEndpoints.createOrganization), { name: 'Bench' }),
        );
        const id = organization.data._id;
        const made = createFlowDocument.response.parse(
          await call(pathOf(createFlowDocument, { id }), { title: 'Large' }),
        );
        const params = { id, documentId: made.data._id };
        await served.watch();
        const began = performance.now();
        for (const [base, step] of steps.entries())
          await call(pathOf(appendFlowSteps, params), { base, steps: [step] });
        const stored = performance.now() - began;
        await call(pathOf(describeFlowDocument, params));
        const { max: loopDelayStored } = await served.delay();
        const url = new URL(`/home/flow-trace?document=${made.data._id}`, served.url).href;
        const last = records.findLast((record) => record.kind === 'node')?.address ?? '';
        const seen = await visit(served, storage, url, last);
        return { nodes, transfers, steps: steps.length, stored, loopDelayStored, ...seen };
      },
      {},
      webRoot,
    ),
  );
}

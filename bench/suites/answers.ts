import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeAddress, networks } from '@hopscope/chain';
import {
  attributeAddresses,
  autoTrace,
  calculateRisk,
  calculateRisks,
  explorerPageSize,
  getAddressSummary,
  getHealth,
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
} from '@hopscope/contract';
import { openPostgres } from '../../apps/server/src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { writeDemoFiles } from '../../apps/server/src/sources/demo/write-files.ts';
import { pathOf } from '../lib/api-paths.ts';
import { fillDirectory } from '../lib/fill-directory.ts';
import { type BenchLedger, type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { importInto } from '../lib/import-into.ts';
import { openBench } from '../lib/open-bench.ts';
import { readHack } from '../lib/read-hack.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';
import { measureScreened, type ScreenedResult } from './screening/screened.ts';

/** A call as measured with one number of clients. */
export interface AnswerFigure {
  call: string;
  latencies: Latencies;
  perSecond: number;
  /** Mean bytes of a response as sent (compressed if the server compresses). */
  bytes: number;
  /** Event loop delay of the server in milliseconds. */
  loopDelayP99: number;
  loopDelayMax: number;
}

export interface ClientsFigure {
  clients: number;
  /** An indexed SELECT of one row through the same driver, in the process of the bench, with as many connections. */
  select: { latencies: Latencies; perSecond: number };
  figures: AnswerFigure[];
}

export interface SizeFigure {
  transactions: number;
  attributions: number;
  /** Transactions of the busiest address. */
  busiest: number;
  /** Most memory of the server, bytes: after everything, with bulk scores. */
  peakBytes: number;
  clients: ClientsFigure[];
  /** With one client: attributions of 1,000 addresses at once, and automatic traces of the hack. */
  large: AnswerFigure[];
  /** Calls of some people while another one sends 60 bulk scores at once. */
  besideBulk: AnswerFigure[];
}

export interface AnswersResult {
  sizes: SizeFigure[];
  screened: ScreenedResult;
}

/** Demo transactions of Bitcoin: the size of the goals, and smaller and larger ones for the growth. */
const fullSizes = [100_000, 500_000, 1_000_000, 4_000_000];
const quickSizes = [20_000];
const numbersOfClients = [1, 16];

interface Names {
  busiest: string;
  busiestCount: number;
  addresses: string[];
  txids: string[];
  heights: number[];
}

/** Returns names to request from a ledger: its busiest address, and others evenly spread. */
async function readNames(db: SqlDatabase, addresses: number): Promise<Names> {
  return withSession(db, async (session) => {
    const busy = await session.query<{ key: Uint8Array; tx_count: number }>(
      'select key, tx_count from btc_account order by tx_count desc limit 1',
    );
    const accounts = await session.query<{ key: Uint8Array }>(
      `select key from (select key, row_number() over (order by id) as place, count(*) over () as n from btc_account) as each
       where place % greatest(1, n / ${addresses}) = 0 order by place limit ${addresses}`,
    );
    const txs = await session.query<{ txid: Uint8Array }>(
      `select txid from (select txid, row_number() over (order by pos) as place, count(*) over () as n from btc_tx) as each
       where place % greatest(1, n / 300) = 0 limit 300`,
    );
    const top = await session.query<{ height: number }>('select max(height) as height from btc_block');
    const height = top.rows[0]?.height ?? 0;
    const addressOf = (key: Uint8Array): string => encodeAddress(key, networks.demo);
    return {
      busiest: addressOf(busy.rows[0]?.key ?? new Uint8Array()),
      busiestCount: busy.rows[0]?.tx_count ?? 0,
      addresses: accounts.rows.map(({ key }) => addressOf(key)),
      txids: txs.rows.map(({ txid }) => Buffer.from(txid).reverse().toString('hex')),
      heights: Array.from({ length: 50 }, (_, i) => Math.floor((height * (i + 1)) / 51)),
    };
  });
}

export type Request = { path: string; body?: object };

/** Returns the measured pages with the requests to send in turn. */
function pagesOf({ busiest, busiestCount, addresses, txids, heights }: Names): [string, Request[]][] {
  const limit = explorerPageSize;
  const page = (addr: string, number: number): Request => ({
    path: pathOf(listAddressTransactions, { addr }, { page: number, limit }),
  });
  const some = addresses.slice(0, 300);
  return [
    ['health', [{ path: pathOf(getHealth) }]],
    ['transaction', txids.map((hash) => ({ path: pathOf(getTransaction, { hash }) }))],
    ['address summary', some.map((addr) => ({ path: pathOf(getAddressSummary, { addr }) }))],
    ['address, first page', some.map((addr) => page(addr, 1))],
    ['busiest address, first page', [page(busiest, 1)]],
    ['busiest address, last page', [page(busiest, Math.max(1, Math.floor(busiestCount / limit)))]],
    [
      'block, first page',
      heights.map((height) => ({ path: pathOf(listBlockTransactions, { height }, { limit }) })),
    ],
  ];
}

/** Sends requests of a call. */
export async function measureRequests(
  served: ServedLedger,
  { call, requests, clients }: { call: string; requests: readonly Request[]; clients: number },
): Promise<AnswerFigure> {
  const answer = await served.send(
    requests.map((request) => ({ name: call, ...request })),
    clients,
  );
  return {
    call,
    latencies: summarize(answer.milliseconds[call] ?? []),
    perSecond: Math.round(requests.length / answer.seconds),
    bytes: Math.round(answer.bytes / requests.length),
    loopDelayP99: answer.loopDelayP99,
    loopDelayMax: answer.loopDelayMax,
  };
}

/** Measures an indexed SELECT of one row. */
async function measureSelect(
  databaseUrl: string,
  { heights, clients, count }: { heights: readonly number[]; clients: number; count: number },
): Promise<ClientsFigure['select']> {
  const db = openPostgres({ url: databaseUrl, poolSize: clients });
  const milliseconds: number[] = [];
  let next = 0;
  const client = (): Promise<void> =>
    withSession(db, async (session) => {
      for (let i = next++; i < count; i = next++) {
        const begun = performance.now();
        await session.query('select hash from btc_block where height = $1', [heights[i % heights.length]]);
        milliseconds.push(performance.now() - begun);
      }
    });
  try {
    const begun = performance.now();
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - begun) / 1000;
    return { latencies: summarize(milliseconds), perSecond: Math.round(count / seconds) };
  } finally {
    await db.close();
  }
}

/** Measures pages, cold scores of addresses that were not scored before, and the same scores again. */
async function measureServed(
  served: ServedLedger,
  names: Names,
  { databaseUrl, quick }: { databaseUrl: string; quick: boolean },
): Promise<ClientsFigure[]> {
  const scoreOf = (identifier: string): Request => ({
    path: pathOf(calculateRisk),
    body: { identifier, type: 'address' },
  });
  const inTurn = (requests: readonly Request[], count: number): Request[] =>
    Array.from({ length: count }, (_, i) => requests[i % requests.length] ?? { path: '/' });
  const pages = pagesOf(names);
  // The first calls of a process are slow for all others.
  for (const [call, requests] of pages)
    await measureRequests(served, { call, requests: inTurn(requests, 200), clients: 16 });
  const result: ClientsFigure[] = [];
  let scored = 0;
  for (const clients of numbersOfClients) {
    const count = (quick ? 200 : 2000) * (clients === 1 ? 0.5 : 1);
    const { heights } = names;
    const select = await measureSelect(databaseUrl, { heights, clients, count });
    const figures: AnswerFigure[] = [];
    for (const [call, requests] of pages)
      figures.push(await measureRequests(served, { call, requests: inTurn(requests, count), clients }));
    const cold = names.addresses
      .slice(scored, scored + (quick ? 30 : clients === 1 ? 300 : 700))
      .map(scoreOf);
    scored += cold.length;
    figures.push(await measureRequests(served, { call: 'cold score', requests: cold, clients }));
    figures.push(await measureRequests(served, { call: 'warm score', requests: cold, clients }));
    result.push({ clients, select, figures });
  }
  return result;
}

/** Measures calls that read much at once, with one client. */
async function measureLarge(
  served: ServedLedger,
  { names: { addresses }, truth, quick }: { names: Names; truth: string; quick: boolean },
): Promise<AnswerFigure[]> {
  const attributed = Array.from({ length: quick ? 10 : 200 }, (_, i) => ({
    path: pathOf(attributeAddresses),
    body: { addresses: Array.from({ length: 1000 }, (__, j) => addresses[(i * 37 + j) % addresses.length]) },
  }));
  const { theft, thief } = await readHack(truth);
  const traced = Array.from({ length: quick ? 3 : 20 }, () => ({
    path: pathOf(autoTrace),
    body: { starts: [{ address: thief, transactions: [theft] }], nodes: 2000, minShare: 0 },
  }));
  const figures: AnswerFigure[] = [];
  for (const [call, requests] of [
    ['attributions of 1,000 addresses', attributed],
    ['automatic trace of the hack', traced],
  ] as const) {
    // The first call of a process is slow.
    await measureRequests(served, { call, requests: requests.slice(0, 1), clients: 1 });
    figures.push(await measureRequests(served, { call, requests, clients: 1 }));
  }
  return figures;
}

const bulkCalls = { atOnce: 60, items: 100, count: 1200 };

/** Measures pages of four clients while another person sends 60 bulk scores at once, again and again. */
async function measureBesideBulk(
  served: ServedLedger,
  names: Names,
  { quick }: { quick: boolean },
): Promise<AnswerFigure[]> {
  const { addresses } = names;
  const bulk = Array.from({ length: bulkCalls.count }, (_, call) => ({
    name: 'bulk',
    path: pathOf(calculateRisks),
    body: {
      items: Array.from({ length: bulkCalls.items }, (__, i) => ({
        identifier: addresses[(call * bulkCalls.items + i) % addresses.length],
        type: 'address',
      })),
    },
  }));
  const count = quick ? 100 : 600;
  return served.besides(bulk, bulkCalls.atOnce, async () => {
    const figures: AnswerFigure[] = [];
    for (const [call, requests] of pagesOf(names)) {
      const inTurn = Array.from({ length: count }, (_, i) => requests[i % requests.length] ?? { path: '/' });
      figures.push(await measureRequests(served, { call, requests: inTurn, clients: 4 }));
    }
    return figures;
  });
}

export interface ServedDemo {
  served: ServedLedger;
  names: Names;
  databaseUrl: string;
  /** Path of the demo's `truth.ndjson`. */
  truth: string;
  transactions: number;
  attributions: number;
}

/** Runs `work` against a server on a demo with its imperfect directory; `addresses` is the number of names to read. */
export async function withDemo<T>(
  places: FreeSlots,
  { transactions, addresses }: { transactions: number; addresses: number },
  work: (demo: ServedDemo) => Promise<T>,
): Promise<T> {
  const folder = join(places.folder, `answers-${transactions}`);
  const written = await writeDemoFiles({
    folder,
    demo: {
      seed: 1,
      start: 1_700_000_000,
      length: 365 * 86_400,
      blockInterval: 3600,
      transactions,
      ethereumTransactions: 0,
    },
    hashing: nativeHashing,
    truth: true,
    signal: new AbortController().signal,
  });
  const blocks = (await readdir(folder))
    .filter((name) => name.endsWith('.dat'))
    .map((name) => join(folder, name));
  return withFresh(places, async (place: BenchLedger) => {
    await importInto(place, blocks, { bulk: true });
    const { db, close } = await openBench(place);
    const attributions = await fillDirectory(db, join(folder, 'directory.ndjson'));
    const names = await readNames(db, addresses);
    await close();
    const { databaseUrl } = place;
    return withServer(place, (served) =>
      work({
        served,
        names,
        databaseUrl,
        truth: join(folder, 'truth.ndjson'),
        transactions: written.transactions,
        attributions,
      }),
    );
  });
}

function measureSize(
  places: FreeSlots,
  { transactions: size, quick }: { transactions: number; quick: boolean },
): Promise<SizeFigure> {
  return withDemo(places, { transactions: size, addresses: 4000 }, async (demo) => {
    const { served, names, databaseUrl, truth, transactions, attributions } = demo;
    const clients = await measureServed(served, names, { databaseUrl, quick });
    const large = await measureLarge(served, { names, truth, quick });
    const besideBulk = await measureBesideBulk(served, names, { quick });
    const { peakBytes } = await served.delay();
    const busiest = names.busiestCount;
    return { transactions, attributions, busiest, peakBytes, clients, large, besideBulk };
  });
}

/**
 * Measures pages and scores over HTTP with 1 and 16 clients, on demos of several sizes with their imperfect directory, and an
 * indexed SELECT beside them; and what is done with many transactions that were screened.
 */
export async function measureAnswers(places: FreeSlots, quick: boolean): Promise<AnswersResult> {
  const sizes: SizeFigure[] = [];
  for (const transactions of quick ? quickSizes : fullSizes) {
    sizes.push(await measureSize(places, { transactions, quick }));
  }
  return { sizes, screened: await measureScreened(places, quick) };
}

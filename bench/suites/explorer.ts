import { encodeAddress, networks } from '@hopscope/chain';
import {
  compareAddresses,
  explorerPageSize,
  exportAddressTransactions,
  getAddress,
  getAddressActivity,
  getAddressBalanceHistory,
  getBlock,
  getEntityActivity,
  getTransaction,
  listAddressCounterparties,
  listAddressTransactions,
  listAddressUtxos,
  listBlockTransactions,
  listEntityBalances,
  listEntityFlows,
  listEntityPartners,
  search,
} from '@hopscope/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBench } from '../lib/open-bench.ts';
import { withSession } from '../../apps/server/src/db/session.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { writeDemoFiles } from '../../apps/server/src/sources/demo/write-files.ts';
import { pathOf } from '../lib/api-paths.ts';
import { fillDirectory } from '../lib/fill-directory.ts';
import { importInto } from '../lib/import-into.ts';
import type { AnswerFigure } from './answers.ts';
import { type BenchLedger, type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import { summarize } from '../lib/statistics.ts';

/** A whole history, streamed; memory of the server before and at most during the export. */
export interface ExportFigure {
  rows: number;
  perSecond: number;
  bytes: number;
  memoryBefore: number;
  memoryPeak: number;
}

export interface ExplorerResult {
  transactions: number;
  /** Transactions of the busiest address. */
  busiest: number;
  clients: number;
  requests: number;
  figures: AnswerFigure[];
  /** Calls about entities of the directory, with one client; missing in runs before 2026-11-30. */
  entities?: { attributions: number; entities: number; figures: AnswerFigure[] };
  exports: ExportFigure[];
}

const clients = 32;
const addressesAsked = 300;

interface Names {
  busiest: string;
  busiestCount: number;
  addresses: string[];
  txids: string[];
  heights: number[];
}

/** Fills the directory with the attributions of the demo; returns their number. */
async function attribute({ dataDir, databaseUrl }: BenchLedger, path: string): Promise<number> {
  const { db, close } = await openBench({ dataDir, databaseUrl });
  try {
    return await fillDirectory(db, path);
  } finally {
    await close();
  }
}

/** Returns names to request from a ledger: its busiest address, others, transactions, and heights, evenly spread. */
async function readNames({ dataDir, databaseUrl }: BenchLedger): Promise<Names> {
  const { db, close } = await openBench({ dataDir, databaseUrl });
  try {
    return await withSession(db, async (session) => {
      const busy = await session.query<{ key: Uint8Array; tx_count: number }>(
        'select key, tx_count from btc_account order by tx_count desc limit 1',
      );
      const accounts = await session.query<{ key: Uint8Array }>(
        `select key from btc_account order by id limit ${addressesAsked}`,
      );
      const txs = await session.query<{ txid: Uint8Array }>(
        `select txid from btc_tx where pos % 977 = 3 order by pos limit ${addressesAsked}`,
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
  } finally {
    await close();
  }
}

interface Call {
  call: string;
  paths: readonly string[];
  /** How many calls of a person are admitted at once; by default all. */
  most?: number | undefined;
}

function callsOf({ busiest, busiestCount, addresses, txids, heights }: Names): Call[] {
  const page = (number: number, filter: Record<string, string | number> = {}) =>
    pathOf(listAddressTransactions, { addr: busiest }, { page: number, limit: explorerPageSize, ...filter });
  const last = Math.max(1, Math.floor(busiestCount / explorerPageSize));
  const pairs = addresses.slice(1).map((b, i) => ({ a: addresses[i] ?? b, b }));
  return [
    { call: 'block', paths: heights.map((height) => pathOf(getBlock, { height })) },
    {
      call: 'block transactions',
      paths: heights.map((height) => pathOf(listBlockTransactions, { height }, { limit: explorerPageSize })),
    },
    { call: 'transaction', paths: txids.map((hash) => pathOf(getTransaction, { hash })) },
    { call: 'address', paths: addresses.map((addr) => pathOf(getAddress, { addr })) },
    { call: 'address activity', paths: addresses.map((addr) => pathOf(getAddressActivity, { addr })) },
    { call: 'address coins', paths: addresses.map((addr) => pathOf(listAddressUtxos, { addr })) },
    {
      call: 'address counterparties',
      paths: addresses.map((addr) => pathOf(listAddressCounterparties, { addr }, { direction: 'in' })),
    },
    {
      call: 'compare',
      paths: pairs.map((pair) => pathOf(compareAddresses, {}, pair)),
      most: compareAddresses.atOnce,
    },
    { call: 'search', paths: [...txids, ...addresses].map((q) => pathOf(search, {}, { q })) },
    { call: 'busiest: address', paths: [pathOf(getAddress, { addr: busiest })] },
    { call: 'busiest: page 1', paths: [page(1)] },
    { call: 'busiest: last page', paths: [page(last)] },
    { call: 'busiest: page of what came in', paths: [page(2, { direction: 'in' })] },
    { call: 'busiest: activity', paths: [pathOf(getAddressActivity, { addr: busiest })] },
    {
      call: 'busiest: balance history',
      paths: [pathOf(getAddressBalanceHistory, { addr: busiest })],
      most: getAddressBalanceHistory.atOnce,
    },
    { call: 'busiest: coins', paths: [pathOf(listAddressUtxos, { addr: busiest })] },
    {
      call: 'busiest: counterparties',
      paths: [pathOf(listAddressCounterparties, { addr: busiest }, { direction: 'in' })],
    },
  ];
}

async function measureCall(
  served: ServedLedger,
  { call, paths, most = Infinity }: Call,
  { count, atOnce }: { count: number; atOnce: number },
): Promise<AnswerFigure> {
  const requests = Array.from({ length: count }, (_, i) => ({
    name: call,
    path: paths[i % paths.length] ?? '',
  }));
  const answer = await served.send(requests, Math.min(atOnce, most));
  return {
    call,
    latencies: summarize(answer.milliseconds[call] ?? []),
    perSecond: Math.round(count / answer.seconds),
    bytes: Math.round(answer.bytes / count),
    loopDelayP99: answer.loopDelayP99,
    loopDelayMax: answer.loopDelayMax,
  };
}

/**
 * Measures what pages of the directory show of all entities with addresses: each once, before anything of it is stored, and the
 * balances and flows of all once more.
 */
async function measureEntities(served: ServedLedger): Promise<{ entities: number; figures: AnswerFigure[] }> {
  const figures: AnswerFigure[] = [];
  const once = async (call: Call): Promise<void> => {
    figures.push(await measureCall(served, call, { count: call.paths.length, atOnce: 1 }));
  };
  const balances = [pathOf(listEntityBalances)];
  const flows = [pathOf(listEntityFlows, {}, { blockchain: 'bitcoin' })];
  await once({ call: 'balances of all, first', paths: balances });
  await once({ call: 'balances of all, again', paths: balances });
  const answer = listEntityBalances.response.parse(await served.get(pathOf(listEntityBalances)));
  const ids = answer.data.map((each) => each.entity_id);
  const ofEach = (endpoint: typeof getEntityActivity | typeof listEntityPartners): string[] =>
    ids.map((id) => pathOf(endpoint, { id }, { blockchain: 'bitcoin' }));
  await once({ call: 'activity of one', paths: ofEach(getEntityActivity) });
  await once({ call: 'counterparties of one', paths: ofEach(listEntityPartners) });
  await once({ call: 'flows between all, first', paths: flows });
  await once({ call: 'flows between all, again', paths: flows });
  return { entities: ids.length, figures };
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** Reads the whole CSV of an address as a stream. */
async function measureExport(served: ServedLedger, { busiest }: Names): Promise<ExportFigure> {
  const path = pathOf(exportAddressTransactions, { addr: busiest }, { format: 'csv' });
  const memoryBefore = await memoryOf(served.pid);
  let memoryPeak = memoryBefore;
  const watching = setInterval(() => {
    void memoryOf(served.pid).then((now) => (memoryPeak = Math.max(memoryPeak, now)));
  }, 50);
  try {
    const begun = performance.now();
    const answer = await fetch(new URL(path, served.url), {
      headers: { authorization: `Bearer ${served.token}` },
    });
    if (!answer.ok || !answer.body) throw new Error(`The export is answered with ${answer.status}`);
    let bytes = 0;
    let lines = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines++;
    }
    const seconds = (performance.now() - begun) / 1000;
    return { rows: lines, perSecond: Math.round(lines / seconds), bytes, memoryBefore, memoryPeak };
  } finally {
    clearInterval(watching);
  }
}

/** Measures each explorer call on a large demo with 32 concurrent clients, and the export of its busiest address. */
export async function measureExplorer(places: FreeSlots, quick: boolean): Promise<ExplorerResult> {
  const transactions = quick ? 20_000 : 1_000_000;
  const requests = quick ? 100 : 640;
  const folder = join(places.folder, 'demo-files');
  const day = 86_400;
  const written = await writeDemoFiles({
    folder,
    demo: {
      seed: 1,
      start: 1_700_000_000,
      length: (quick ? 30 : 365) * day,
      blockInterval: 3600,
      transactions,
      ethereumTransactions: 0,
    },
    hashing: nativeHashing,
    truth: true,
    signal: new AbortController().signal,
  });
  const result: ExplorerResult = {
    transactions: written.transactions,
    busiest: 0,
    clients,
    requests,
    figures: [],
    exports: [],
  };
  await withFresh(places, async (place) => {
    await importInto(place, [folder]);
    const attributions = await attribute(place, join(folder, 'directory.ndjson'));
    const names = await readNames(place);
    result.busiest = names.busiestCount;
    await withServer(place, async (served) => {
      const calls = callsOf(names);
      // Warms up the server: the first call of a run would be slow for all others.
      for (const each of calls) await measureCall(served, each, { count: clients * 2, atOnce: clients });
      for (const each of calls)
        result.figures.push(await measureCall(served, each, { count: requests, atOnce: clients }));
      result.entities = { attributions, ...(await measureEntities(served)) };
      result.exports.push(await measureExport(served, names));
    });
  });
  return result;
}

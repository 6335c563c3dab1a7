import { encodeAddress, networks } from '@hopscope/chain';
import {
  type AutoTraceLine,
  autoTrace,
  expandFlow,
  findFlowPath,
  type FlowPathLine,
} from '@hopscope/contract';
import { openBench } from '../lib/open-bench.ts';
import { type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { openFlowQueries } from '../lib/open-flow-queries.ts';
import { obey } from './child-side.ts';
import { fillDirectory } from '../lib/fill-directory.ts';
import { readHack } from '../lib/read-hack.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

/** Runs queries of FlowTrace on a ledger with a demo. */
export interface TracingOrder {
  dataDir: string;
  databaseUrl: string | undefined;
  /** `directory.ndjson` and `truth.ndjson` of the demo. */
  attributionFile: string;
  truth: string;
  /** Addresses to expand, and pairs to search paths between. */
  expanded: number;
  pairs: number;
}

export interface TracingAnswer {
  expand: Latencies;
  /**
   * Trace of the demo's hack from the thief: milliseconds, parcels, addresses, and whether every satoshi ends at a stop.
   */
  hack: { milliseconds: number; again: number; reads: number; nodes: number; rounds: number; exact: boolean };
  paths: { latencies: Latencies; found: number; proven: number; reads: number };
}

/** Returns addresses evenly spread over the ledger. */
async function readAddresses(db: SqlDatabase, wanted: number): Promise<string[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ key: Uint8Array }>(
      `select key from (select key, row_number() over (order by id) as place, count(*) over () as n from btc_account) as each
       where place % greatest(1, n / ${wanted}) = 0 order by place limit ${wanted}`,
    ),
  );
  return rows.map(({ key }) => encodeAddress(key, networks.demo));
}

async function linesOf<Line>(stream: AsyncIterable<string>): Promise<Line[]> {
  let text = '';
  for await (const part of stream) text += part;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function timed<T>(work: () => Promise<T>): Promise<{ milliseconds: number; result: T }> {
  const begun = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - begun, result };
}

async function measure(
  db: SqlDatabase,
  { attributionFile, truth, expanded, pairs }: TracingOrder,
): Promise<TracingAnswer> {
  await fillDirectory(db, attributionFile);
  const { tracing, call } = openFlowQueries(db);
  const addresses = await readAddresses(db, expanded + 2 * pairs + 20);
  const ask = (address: string) =>
    tracing.expand(call, expandFlow.body?.parse({ address }) as Parameters<typeof tracing.expand>[1]);
  // Warm-up: cached data such as query plans are created here.
  for (const address of addresses.splice(0, 20)) await ask(address);

  const expansions: number[] = [];
  for (const address of addresses.splice(0, expanded)) {
    expansions.push((await timed(() => ask(address))).milliseconds);
  }

  const { theft, thief } = await readHack(truth);
  const body = autoTrace.body?.parse({
    starts: [{ address: thief, transactions: [theft] }],
    nodes: 2000,
    minShare: 0,
  }) as Parameters<typeof tracing.auto>[1];
  const follow = () => timed(async () => linesOf<AutoTraceLine>(await tracing.auto(call, body)));
  const { milliseconds, result } = await follow();
  const again = await follow();
  const end = result.at(-1);
  if (end?.line !== 'end') throw new Error('The trace of the hack has no end');
  const exact = end.accounts.every(
    ({ followed, stops }) => stops.reduce((sum, { amount }) => sum + BigInt(amount), 0n) === BigInt(followed),
  );

  if (end.reads === 0) throw new Error('Nothing of the hack was followed');

  /** Returns an address that money of another one reached in a few steps, or else another address. */
  const reachedFrom = async (from: string, otherwise: string): Promise<string> => {
    let at = from;
    for (let step = 0; step < 5; step++) {
      const { transfers, parties } = await ask(at);
      const next = transfers.find(
        ({ from: payer, to }) =>
          payer === `bitcoin:${at}` && parties.some(({ id, service }) => id === to && !service),
      );
      if (!next) break;
      at = next.to.slice('bitcoin:'.length);
    }
    return at === from ? otherwise : at;
  };
  const searches: number[] = [];
  const sums = { found: 0, proven: 0, reads: 0 };
  for (let i = 0; i < pairs; i++) {
    const [from, other] = addresses.splice(0, 2);
    if (from === undefined || other === undefined) break;
    const to = i % 2 === 0 ? other : await reachedFrom(from, other);
    if (to === from) continue;
    const question = findFlowPath.body?.parse({ from, to, directions: 'both' });
    const searched = await timed(async () =>
      linesOf<FlowPathLine>(await tracing.path(call, question as Parameters<typeof tracing.path>[1])),
    );
    searches.push(searched.milliseconds);
    const last = searched.result.at(-1);
    if (last?.line !== 'end') throw new Error('A search has no end');
    sums.reads += last.reads;
    sums.found += Number(last.results.some(({ outcome }) => outcome === 'found'));
    sums.proven += Number(last.results.every(({ proven }) => proven));
  }
  return {
    expand: summarize(expansions),
    hack: {
      milliseconds,
      again: again.milliseconds,
      reads: end.reads,
      nodes: end.nodes,
      rounds: end.rounds,
      exact,
    },
    paths: { latencies: summarize(searches), ...sums },
  };
}

obey<{ order: TracingOrder; answer: TracingAnswer }>(async (order) => {
  const { dataDir, databaseUrl } = order;
  const { db, close } = await openBench({ dataDir, databaseUrl });
  try {
    return await measure(db, order);
  } finally {
    await close();
  }
});

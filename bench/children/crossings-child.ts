import { encodeAddress, networks, toChecksumAddress, toHex } from '@hopscope/chain';
import { autoTrace, expandFlow, findFlowPath } from '@hopscope/contract';
import type { DemoOptions } from '@hopscope/demo';
import type { Blockchain } from '@hopscope/domain';
import { type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { collectEthereumRiskTruth } from '../../apps/server/src/evaluation/ethereum/ethereum-risk-truth.ts';
import {
  type FixtureLedger,
  openBothFixture,
  openEthereumFixture,
  openFixtureLedger,
} from '../../apps/server/src/evaluation/fixture-ledger.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';
import { openBench } from '../lib/open-bench.ts';
import { openFlowQueries } from '../lib/open-flow-queries.ts';
import { obey } from './child-side.ts';

type Place = { readonly dataDir: string; readonly databaseUrl: string };

/** Asks about a demo network without and with what changes its asset or chain. */
export interface CrossingsOrder {
  /** Databases for both ledgers, and for one each. */
  readonly places: Readonly<Record<'both' | Blockchain, Place>>;
  readonly demo: Omit<DemoOptions, 'hashing'>;
  /** Questions of each kind. */
  readonly questions: number;
}

/** Milliseconds of the same questions: within one asset, or over one ledger, and over all of it. */
export interface CrossingsFigure {
  readonly question: string;
  readonly alone: Latencies;
  readonly over: Latencies;
}

export interface CrossingsAnswer {
  readonly transactions: Readonly<Record<Blockchain, number>>;
  readonly figures: readonly CrossingsFigure[];
}

const accountTables: Record<Blockchain, string> = { bitcoin: 'btc_account', ethereum: 'eth_account' };
const addressOf = (chain: Blockchain, key: Uint8Array): string =>
  chain === 'bitcoin' ? encodeAddress(key, networks.demo) : toChecksumAddress(`0x${toHex(key)}`);

/** Returns addresses evenly spread over a ledger. */
async function readAddresses(db: SqlDatabase, chain: Blockchain, wanted: number): Promise<string[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ key: Uint8Array }>(
      `select key from (select key, row_number() over (order by id) as place, count(*) over () as n from ${accountTables[chain]}) as each
       where place % greatest(1, n / ${wanted}) = 0 order by place limit ${wanted}`,
    ),
  );
  return rows.map(({ key }) => addressOf(chain, key));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * Asks each question in both ways, the first way first for every other one, after a few to warm up. Takes the faster of two times,
 * because a percentile of few questions is otherwise that of what else the machine did.
 */
async function compare<Question>(
  question: string,
  all: readonly Question[],
  { alone, over }: Record<'alone' | 'over', (one: Question) => Promise<unknown>>,
): Promise<CrossingsFigure> {
  for (const one of all.slice(-10)) {
    await alone(one);
    await over(one);
  }
  const times: Record<'alone' | 'over', number[]> = { alone: [], over: [] };
  for (const [i, one] of all.slice(0, -10).entries()) {
    const best = { alone: Number.POSITIVE_INFINITY, over: Number.POSITIVE_INFINITY };
    for (const way of i % 2 === 0
      ? (['alone', 'over', 'alone', 'over'] as const)
      : (['over', 'alone', 'over', 'alone'] as const)) {
      best[way] = Math.min(best[way], await timeOf(() => (way === 'alone' ? alone : over)(one)));
    }
    times.alone.push(best.alone);
    times.over.push(best.over);
  }
  return { question, alone: summarize(times.alone), over: summarize(times.over) };
}

function createQuestions(db: SqlDatabase) {
  const { tracing, call } = openFlowQueries(db);
  const whole = async (stream: Promise<AsyncIterable<string>>): Promise<void> => {
    let last = '';
    for await (const part of await stream) last = part;
    if (!last.includes('"end"')) throw new Error('An answer has no end');
  };
  const ways = (isOver: boolean) => ({ swaps: isOver, crossings: isOver });
  return {
    trace: (isOver: boolean) => (address: string) => {
      const body = autoTrace.body?.parse({ starts: [{ address }], hops: 8, ...ways(isOver) });
      return whole(tracing.auto(call, body as Parameters<typeof tracing.auto>[1]));
    },
    path:
      (isOver: boolean) =>
      ([from, to]: readonly [string, string]) => {
        const body = findFlowPath.body?.parse({ from, to, directions: 'both', ...ways(isOver) });
        return whole(tracing.path(call, body as Parameters<typeof tracing.path>[1]));
      },
    /** Returns an address that money of another one reached in a few steps, or else the other one. */
    async reachedFrom(from: string, otherwise: string): Promise<string> {
      let at = from;
      for (let step = 0; step < 5; step++) {
        const body = expandFlow.body?.parse({ address: at });
        const { transfers, parties } = await tracing.expand(
          call,
          body as Parameters<typeof tracing.expand>[1],
        );
        const next = transfers.find(
          ({ from: payer, to }) =>
            payer.endsWith(`:${at}`) &&
            to !== payer &&
            parties.some(({ id, service }) => id === to && !service),
        );
        if (!next) break;
        at = next.to.slice(next.to.indexOf(':') + 1);
      }
      return at === from ? otherwise : at;
    },
  };
}

async function measure({ demo, places, questions }: CrossingsOrder): Promise<CrossingsAnswer> {
  const opened = {
    both: await openBench(places.both),
    bitcoin: await openBench(places.bitcoin),
    ethereum: await openBench(places.ethereum),
  };
  try {
    const truth = collectEthereumRiskTruth(demo);
    const both = await openBothFixture(truth, opened.both.db);
    const alone: Record<Blockchain, FixtureLedger> = {
      bitcoin: await openFixtureLedger({ blocks: truth.bitcoinBlocks }, opened.bitcoin.db),
      ethereum: await openEthereumFixture(truth, opened.ethereum.db),
    };
    for (const fixture of [both, ...Object.values(alone)]) await fixture.importDirectory(truth.attributions);
    const asked = createQuestions(opened.both.db);
    const figures: CrossingsFigure[] = [];
    for (const chain of ['bitcoin', 'ethereum'] as const) {
      const addresses = await readAddresses(opened.both.db, chain, 2 * questions + 20);
      const some = addresses.filter((_, i) => i % 2 === 0);
      const pairs: [string, string][] = [];
      for (const [i, from] of some.entries()) {
        const other = addresses[2 * i + 1];
        if (other === undefined) break;
        const to = i % 2 === 0 ? other : await asked.reachedFrom(from, other);
        if (to !== from) pairs.push([from, to]);
      }
      const ways = (ask: typeof asked.trace) => ({ alone: ask(false), over: ask(true) });
      figures.push(
        await compare(`score of an address, ${chain}`, some, {
          alone: (address) => alone[chain].score({ address, asset: undefined }),
          over: (address) => both.score({ address, asset: undefined }),
        }),
        await compare(`trace over 8 hops, ${chain}`, some, ways(asked.trace)),
        await compare(`paths in both directions, ${chain}`, pairs, {
          alone: asked.path(false),
          over: asked.path(true),
        }),
      );
    }
    const count = (all: readonly { length: number }[]): number =>
      all.reduce((sum, { length }) => sum + length, 0);
    return {
      transactions: {
        bitcoin: count(truth.bitcoinBlocks.map(({ block }) => block.transactions)),
        ethereum: count(truth.bundles.map(({ block }) => block.transactions)),
      },
      figures,
    };
  } finally {
    for (const { close } of Object.values(opened)) await close();
  }
}

obey<{ order: CrossingsOrder; answer: CrossingsAnswer }>(measure);

import { getLedgerStatus, signup } from '@hopscope/contract';
import { openPostgres } from '../../apps/server/src/db/postgres.ts';
import { withSession } from '../../apps/server/src/db/session.ts';
import { startBitcoinNode } from '../../apps/server/test/support/sources/bitcoin-node.ts';
import { pathOf } from '../lib/api-paths.ts';
import { type Child, startChild } from '../children/child.ts';
import { makeFanBlocks } from '../lib/fan-blocks.ts';
import { type BenchLedger, type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { requestJson } from '../lib/request-json.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import { median } from '../lib/statistics.ts';
import type { StreamClientAnswer, StreamClientOrder } from '../children/stream-client-child.ts';

/** Median milliseconds until the first client has its first message of a block, and the last client its last. */
interface Span {
  first: number;
  last: number;
}

/** Blocks that are sent to many clients, each of which follows its own addresses. */
export interface StreamFigure {
  clients: number;
  /** Addresses per client. */
  addresses: number;
  /** Per block, without its coinbase. */
  transactions: number;
  blocks: number;
  /** From the node's notification of the block. */
  announced: Span;
  /** From its commit; null if that isn't observable outside of the server. */
  committed: Span | null;
  lost: number;
  doubled: number;
  /**
   * Event loop delay of the server's request thread, from the node's notification to the last message; worst of the
   * blocks.
   */
  loopDelayP99: number;
  loopDelayMax: number;
  /** Memory of the server's process in bytes. */
  memory: { before: number; connected: number; after: number };
}

/** Limit per person. */
const streamsPerPerson = 20;
const addresses = 3;

async function signUpMany(url: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = {
      name: 'Bench',
      surname: 'Mark',
      email: `bench-${i}@example.org`,
      password: 'a password of the bench',
    };
    const answer = signup.response.parse(await requestJson(url, { path: pathOf(signup), body }));
    tokens.push(answer.data.user.accessToken);
  }
  return tokens;
}

async function untilStored(served: ServedLedger, height: number): Promise<void> {
  for (;;) {
    const { data } = getLedgerStatus.response.parse(await served.get(pathOf(getLedgerStatus)));
    if (data.tip?.number === height) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Reports when the ledger's next event is visible; undefined if only the server's process can read the database. */
async function watchCommits({ databaseUrl }: BenchLedger) {
  if (databaseUrl === undefined) return undefined;
  const db = openPostgres({ url: databaseUrl, poolSize: 1 });
  const newest = () =>
    withSession(db, async (session) => {
      const { rows } = await session.query<{ last: bigint }>('select last from ledger_event_counter');
      return rows[0]?.last ?? 0n;
    });
  return {
    async next(): Promise<() => Promise<number>> {
      const before = await newest();
      const seen = (async () => {
        while ((await newest()) === before) await new Promise((resolve) => setTimeout(resolve, 2));
        return Date.now();
      })();
      return () => seen;
    },
    close: () => db.close(),
  };
}

type Clients = Child<StreamClientOrder, StreamClientAnswer>;

async function openAll(served: ServedLedger, readers: Clients, clients: number, touched: readonly string[]) {
  const tokens = await signUpMany(served.url, Math.ceil(clients / streamsPerPerson));
  const before = await served.delay();
  const streams = Array.from({ length: clients }, (_, i) => ({
    token: tokens[Math.floor(i / streamsPerPerson)] ?? '',
    addresses: Array.from(
      { length: addresses },
      (_none, k) => touched[(i * addresses + k) % touched.length] ?? '',
    ),
  }));
  await readers.ask({ kind: 'open', url: served.url, streams }, 120);
  const connected = await served.delay();
  return { before: before.residentBytes, connected: connected.residentBytes };
}

interface Round {
  announced: Span;
  committed: Span | null;
  lost: number;
  doubled: number;
  p99: number;
  max: number;
  residentBytes: number;
}

async function publishBlock(
  served: ServedLedger,
  readers: Clients,
  announce: () => void,
  commits: Awaited<ReturnType<typeof watchCommits>>,
): Promise<Round> {
  const commit = await commits?.next();
  await served.watch();
  const remote = Date.now();
  announce();
  const answer = await readers.ask({ kind: 'wait', messages: 1 + addresses, seconds: 30 }, 60);
  if (answer.kind !== 'wait') throw new TypeError('Not the answer to the order');
  const delay = await served.delay();
  const since = (at: number): Span => ({ first: answer.first - at, last: answer.last - at });
  const { lost, doubled } = answer;
  return {
    announced: since(remote),
    committed: commit ? since(await commit()) : null,
    lost,
    doubled,
    ...delay,
  };
}

function middle(spans: readonly Span[]): Span {
  return { first: median(spans.map(({ first }) => first)), last: median(spans.map(({ last }) => last)) };
}

/** Measures clients in their own process, with a node in this one and a server between. */
export async function measureStream(places: FreeSlots, quick: boolean): Promise<StreamFigure[]> {
  const [clients, transactions, count] = quick ? [200, 600, 2] : [2_000, 3_000, 5];
  const fan = makeFanBlocks(transactions, count);
  const first = fan.blocks.length - count;
  const figures: StreamFigure[] = [];
  const node = await startBitcoinNode({ network: 'demo', blocks: fan.blocks.slice(0, first) });
  const env = {
    BITCOIN_SOURCE: 'core',
    BITCOIN_RPC_URL: node.url,
    BITCOIN_ZMQ_URL: node.zmq.url,
    ETHEREUM_SOURCE: 'off',
  };
  const readers: Clients = startChild(new URL('../children/stream-client-child.ts', import.meta.url));
  try {
    await withFresh(places, (place) =>
      withServer(
        place,
        async (served) => {
          await untilStored(served, first - 1);
          const memory = await openAll(served, readers, clients, fan.addresses);
          const commits = await watchCommits(place);
          const rounds: Round[] = [];
          for (let i = 0; i < count; i++) {
            const announce = (): void => node.setFrom(first + i, fan.blocks.slice(first + i, first + i + 1));
            rounds.push(await publishBlock(served, readers, announce, commits));
          }
          await commits?.close();
          const sum = (of: (round: Round) => number): number =>
            rounds.reduce((all, round) => all + of(round), 0);
          const worst = (of: (round: Round) => number): number => Math.max(...rounds.map(of));
          const committed = rounds.flatMap((round) => round.committed ?? []);
          figures.push({
            clients,
            addresses,
            transactions,
            blocks: count,
            announced: middle(rounds.map(({ announced }) => announced)),
            committed: committed.length === 0 ? null : middle(committed),
            lost: sum(({ lost }) => lost),
            doubled: sum(({ doubled }) => doubled),
            loopDelayP99: worst(({ p99 }) => p99),
            loopDelayMax: worst(({ max }) => max),
            memory: { ...memory, after: rounds.at(-1)?.residentBytes ?? 0 },
          });
        },
        env,
      ),
    );
  } finally {
    await readers.end();
    await node.close();
  }
  return figures;
}

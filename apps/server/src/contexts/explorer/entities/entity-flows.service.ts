import { type CallOutput, entityFlowLimits as limits, type listEntityFlows } from '@hopscope/contract';
import { type Blockchain, mondayOf, utcDay } from '@hopscope/domain';
import { AppError } from '../../../lib/app-error.ts';
import { createAnswerCache } from '../../../lib/answer-cache.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { createBalances, Holdings } from '../../directory/attributions/balance.service.ts';
import { openEntity, readDirectAddresses } from '../../directory/attributions/direct-addresses.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { openers, transfersRead } from './entity-transfers.ts';
import { readOwners } from './transfer-owners.ts';

type Flows = CallOutput<typeof listEntityFlows>['data'];
type Week = Flows['flows'][number]['weeks'][number];
type Balances = ReturnType<typeof createBalances>;

/** How long an answer stays the same, in milliseconds. */
const answersStay = 600_000;
/** Chains, for callers who may see all entities and for others. */
const answersStored = 4;

interface Asked {
  readonly blockchain: Blockchain;
  readonly canSeeRestricted: boolean;
}

interface WeekSum {
  amount: bigint;
  transactions: number;
}

/** What one entity received and sent: sums by partner and week. */
interface Seen {
  readonly id: string;
  /** Day of the oldest transaction that was read; null: all were read. */
  readonly since: string | null;
  /** By `<partner> <week>`. */
  readonly sent: ReadonlyMap<string, WeekSum>;
  readonly received: ReadonlyMap<string, WeekSum>;
}

/** Returns the larger one: each side reads its newest transactions and direct addresses, and names the other also by clusters. */
function larger(a: WeekSum | undefined, b: WeekSum | undefined): WeekSum {
  const [left, right] = [a ?? { amount: 0n, transactions: 0 }, b ?? { amount: 0n, transactions: 0 }];
  return left.amount >= right.amount ? left : right;
}

/** An entity can be removed or merged after its balance was read. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** Flows between the entities of the directory by week, from the newest transactions of each; at most ten minutes old. */
export function createEntityFlows(options: {
  db: SqlDatabase;
  clusters: ClusterAccess | undefined;
  balances: Pick<Balances, 'all'>;
  bitcoin: () => Promise<Holdings>;
  ethereum: () => Promise<Holdings>;
  now: () => number;
}) {
  const { db, clusters, balances, now } = options;
  const stored = createAnswerCache(answersStored);
  const balanceOf = { bitcoin: 'btc_bal', ethereum: 'eth_bal' } as const;

  async function readSeen(session: SqlSession, id: string, asked: Asked): Promise<Seen | undefined> {
    const { blockchain, canSeeRestricted } = asked;
    const entity = await openEntity(session, id, { now: now(), canSeeRestricted }).catch(ignoreRefusal);
    if (!entity) return undefined;
    const { keys } = await readDirectAddresses(session, entity, blockchain);
    if (!keys || keys.length === 0) return undefined;
    const accounts = await openers[blockchain](session, keys);
    if (accounts.transactions === 0) return undefined;
    const transfers = await accounts.transfers(transfersRead);
    const ownerOf = await readOwners(session, transfers, { ...asked, entity, clusters });
    const [sent, received] = [new Map<string, WeekSum>(), new Map<string, WeekSum>()];
    for (const { direction, parts, time } of transfers) {
      const week = mondayOf(utcDay(time * 1000));
      const sums = direction === 'in' ? received : sent;
      const counted = new Set<string>();
      for (const { key, amount } of parts) {
        const owner = ownerOf(key);
        if (!owner || amount === undefined) continue;
        const name = `${owner.entity_id} ${week}`;
        const sum = sums.get(name) ?? { amount: 0n, transactions: 0 };
        sum.amount += amount;
        if (!counted.has(name)) sum.transactions++;
        counted.add(name);
        sums.set(name, sum);
      }
    }
    const oldest = transfers.reduce((min, { time }) => Math.min(min, time), Number.POSITIVE_INFINITY);
    const isComplete = accounts.transactions <= transfersRead || transfers.length === 0;
    return { id, since: isComplete ? null : utcDay(oldest * 1000), sent, received };
  }

  async function read(asked: Asked): Promise<Flows> {
    const { blockchain, canSeeRestricted } = asked;
    const { ranges, coverage } = await options[blockchain]();
    const height = ranges.at(-1)?.to ?? null;
    const at = new Date(now()).toISOString();
    if (height === null) return { blockchain, entities: [], flows: [], inAll: 0, height, coverage, at };
    const { data } = await balances.all(canSeeRestricted);
    const known = data
      .flatMap((each) => {
        const balance = each[balanceOf[blockchain]];
        return balance === null ? [] : [{ id: each.entity_id, balance: BigInt(balance) }];
      })
      .toSorted((a, b) =>
        a.balance === b.balance ? (a.id < b.id ? -1 : 1) : a.balance < b.balance ? 1 : -1,
      );
    const seen: Seen[] = [];
    // Each entity in a transaction of its own, so that none is open for long.
    for (const { id } of known.slice(0, limits.entities)) {
      const found = await inTransaction(db, 'read only', (session) => readSeen(session, id, asked));
      if (found) seen.push(found);
    }
    const byId = new Map(seen.map((each) => [each.id, each]));
    const flows: Flows['flows'] = [];
    for (const from of seen) {
      for (const to of seen) {
        if (from.id === to.id) continue;
        const weeksOf = (sums: ReadonlyMap<string, WeekSum>, partner: string): string[] =>
          [...sums.keys()].flatMap((name) =>
            name.startsWith(`${partner} `) ? [name.slice(partner.length + 1)] : [],
          );
        const weeks = new Set([...weeksOf(from.sent, to.id), ...weeksOf(to.received, from.id)]);
        const sums = [...weeks].sort().flatMap((week): Week[] => {
          const sum = larger(from.sent.get(`${to.id} ${week}`), to.received.get(`${from.id} ${week}`));
          return sum.amount === 0n
            ? []
            : [{ week, amount: String(sum.amount), transactions: sum.transactions }];
        });
        if (sums.length > 0) flows.push({ from: from.id, to: to.id, weeks: sums });
      }
    }
    return {
      blockchain,
      entities: known.flatMap(({ id }) => {
        const found = byId.get(id);
        return found ? [{ entity_id: id, since: found.since }] : [];
      }),
      flows,
      inAll: known.length,
      height,
      coverage,
      at,
    };
  }

  return {
    /** Returns flows between the entities with the largest balances. */
    async all(asked: Asked): Promise<Flows> {
      const period = Math.floor(now() / answersStay);
      const name = `flows ${asked.blockchain} ${asked.canSeeRestricted}`;
      return stored.get(name, String(period), () => read(asked));
    },
  };
}

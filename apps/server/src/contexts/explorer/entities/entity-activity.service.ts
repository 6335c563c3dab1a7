import type {
  CallOutput,
  EntityActivityPoint,
  EntityName,
  EntityPartner,
  getEntityActivity,
  listEntityPartners,
} from '@hopscope/contract';
import { type Blockchain, utcDayOfNumber } from '@hopscope/domain';
import { createAnswerCache } from '../../../lib/answer-cache.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { JointDay } from '../../../ledger/shared/joint-days.ts';
import type { Holdings } from '../../directory/attributions/balance.service.ts';
import {
  type OpenEntity,
  openEntity,
  readDirectAddresses,
} from '../../directory/attributions/direct-addresses.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { type EntityAccounts, type EntityTransfer, openers, transfersRead } from './entity-transfers.ts';
import { readOwners } from './transfer-owners.ts';
import { emptySums, presentSums } from '../relations/counterparties.ts';

type Activity = CallOutput<typeof getEntityActivity>['data'];
type Partners = CallOutput<typeof listEntityPartners>['data'];
type Basis = Pick<Activity, 'entity_id' | 'blockchain' | 'addresses' | 'seen' | 'height' | 'coverage'>;

/** Transactions up to which transfers between own addresses are left out. */
const mostNetted = 100_000;
const answersStored = 100;

interface Asked {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly canSeeRestricted: boolean;
}

function pointsOf(days: readonly JointDay[], opening: bigint | undefined): EntityActivityPoint[] {
  let balance = opening ?? 0n;
  return days.map(({ day, change, received, spent }) => {
    balance += change;
    return {
      date: utcDayOfNumber(day),
      received: received === undefined ? null : String(received),
      spent: spent === undefined ? null : String(spent),
      // Bitcoin block times don't ascend, so a spend can be dated a day before the output that it spends.
      balance: opening === undefined || balance < 0n ? null : String(balance),
    };
  });
}

interface PartnerSum {
  readonly entity: EntityName | null;
  received: bigint;
  sent: bigint;
  transactions: number;
  withoutAmount: number;
}

/** Adds up transfers by counterpart. `ownerOf` returns undefined for addresses of the entity itself. */
function sumPartners(
  transfers: readonly EntityTransfer[],
  ownerOf: (key: Uint8Array) => EntityName | null | undefined,
): Pick<Partners, 'partners' | 'sums'> {
  const partners = new Map<string, PartnerSum>();
  const sums = { in: emptySums(), out: emptySums() };
  for (const { direction, amount, parts, fees, other, unknown } of transfers) {
    const total = sums[direction];
    let own = 0n;
    const matched = new Set<PartnerSum>();
    const uncertain = new Set<PartnerSum>();
    for (const part of parts) {
      const entity = ownerOf(part.key);
      if (entity === undefined) {
        own += part.amount ?? 0n;
        continue;
      }
      const name = entity?.entity_id ?? '';
      const sum = partners.get(name) ?? { entity, received: 0n, sent: 0n, transactions: 0, withoutAmount: 0 };
      partners.set(name, sum);
      matched.add(sum);
      if (part.amount === undefined) uncertain.add(sum);
      else if (direction === 'in') sum.received += part.amount;
      else sum.sent += part.amount;
      total.counterparties += part.amount ?? 0n;
    }
    for (const sum of matched) sum.transactions++;
    for (const sum of uncertain) sum.withoutAmount++;
    total.amount += amount - own;
    total.fees += fees;
    total.other += other;
    total.unknown += unknown;
  }
  const sorted = [...partners.values()].sort((a, b) => {
    const [left, right] = [a.received + a.sent, b.received + b.sent];
    return left === right ? b.transactions - a.transactions : left < right ? 1 : -1;
  });
  return {
    partners: sorted.map(
      ({ entity, received, sent, transactions, withoutAmount }): EntityPartner => ({
        entity,
        received: String(received),
        sent: String(sent),
        transactions,
        transactions_without_amount: withoutAmount,
      }),
    ),
    sums: { in: presentSums(sums.in), out: presentSums(sums.out) },
  };
}

/**
 * Serves what entities did on the chains with their directly attributed addresses. Answers are cached while the newest
 * block and the directory stay the same.
 */
export function createEntityActivity(options: {
  db: SqlDatabase;
  /** Undefined: no clusters. */
  clusters: ClusterAccess | undefined;
  bitcoin: () => Promise<Holdings>;
  ethereum: () => Promise<Holdings>;
  now: () => number;
}) {
  const { db, clusters } = options;
  const stored = createAnswerCache(answersStored);

  /** Opens the accounts of an entity; undefined without a ledger, or with too many addresses. */
  async function open(
    session: SqlSession,
    { id, blockchain, canSeeRestricted }: Asked,
    { ranges, coverage }: Holdings,
  ): Promise<{ entity: OpenEntity; basis: Basis; accounts: EntityAccounts | undefined }> {
    const entity = await openEntity(session, id, { now: options.now(), canSeeRestricted });
    const { keys, total } = await readDirectAddresses(session, entity, blockchain);
    const height = ranges.at(-1)?.to ?? null;
    const accounts = keys && height !== null ? await openers[blockchain](session, keys) : undefined;
    const seen = accounts?.seen ?? null;
    return {
      entity,
      accounts,
      basis: { entity_id: entity.entityId, blockchain, addresses: total, seen, height, coverage },
    };
  }

  /** Answers from accounts, from the cache while they and the directory are the same. */
  async function answer<Part extends object>(
    name: string,
    asked: Asked,
    {
      without,
      make,
    }: {
      without: Part;
      make: (session: SqlSession, accounts: EntityAccounts, entity: OpenEntity) => Promise<Part>;
    },
  ): Promise<Basis & Part> {
    const holdings = await options[asked.blockchain]();
    return inTransaction(db, 'read only', async (session) => {
      const { entity, basis, accounts } = await open(session, asked, holdings);
      if (!accounts) return { ...basis, ...without };
      const { tip, seen, transactions } = accounts;
      const state = [entity.state.version, entity.state.date, basis.addresses, tip, seen, transactions].join(
        ' ',
      );
      const key = [name, asked.blockchain, entity.entityId, asked.canSeeRestricted].join(' ');
      return { ...basis, ...(await stored.get(key, state, () => make(session, accounts, entity))) };
    });
  }

  return {
    /** Returns balance, received, and spent by day. Throws 404 for an unknown entity, and 403 for a hidden one. */
    activity: (asked: Asked): Promise<Activity> =>
      answer<Pick<Activity, 'points'>>('activity', asked, {
        without: { points: null },
        make: async (_, accounts) => ({
          points: pointsOf(await accounts.days(mostNetted), accounts.opening),
        }),
      }),

    /** Returns whom the entity received from and sent to. Throws like `activity`. */
    partners: (asked: Asked): Promise<Partners> =>
      answer<Pick<Partners, 'partners' | 'sums' | 'read' | 'from' | 'to'>>('partners', asked, {
        without: {
          partners: null,
          sums: null,
          read: { transactions: 0, complete: false },
          from: null,
          to: null,
        },
        async make(session, accounts, entity) {
          const transfers = await accounts.transfers(transfersRead);
          const ownerOf = await readOwners(session, transfers, { ...asked, entity, clusters });
          const times = transfers.map(({ time }) => time);
          return {
            ...sumPartners(transfers, ownerOf),
            read: { transactions: transfers.length, complete: accounts.transactions <= transfersRead },
            from: times.length === 0 ? null : Math.min(...times),
            to: times.length === 0 ? null : Math.max(...times),
          };
        },
      }),
  };
}

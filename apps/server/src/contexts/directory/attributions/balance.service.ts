import type { CallOutput, Coverage, getEntityBalanceSheet, listEntityBalances } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import { type AnswerCache, createAnswerCache } from '../../../lib/answer-cache.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { readBalances, sumBalances } from '../../../ledger/bitcoin/accounts/balances.ts';
import { readEtherBalances, sumEther } from '../../../ledger/ethereum/accounts/balances.ts';
import { readEthereumState } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import {
  type OpenEntity,
  openEntity,
  readAllDirectAddresses,
  readDirectAddresses,
} from './direct-addresses.ts';
import { directoryVersion, stateAt } from '../records/entities-at.ts';

type BalanceSheet = CallOutput<typeof getEntityBalanceSheet>['data'];
type AllBalances = Omit<CallOutput<typeof listEntityBalances>, 'success'>;
type EntityBalance = AllBalances['data'][number];

/** Reads balances of a chain, and whether they are exact. */
const readers = {
  bitcoin: { read: readBalances, isExact: async () => true },
  // Without traces, balances lack internal transfers.
  ethereum: {
    read: readEtherBalances,
    isExact: async (session: SqlSession) => (await readEthereumState(session)).hasAllTraces,
  },
} as const;

/** How long the balances of all entities stay the same, in milliseconds. */
const allStay = 600_000;
/** Answers for callers who may see all entities, and for others. */
const answersStored = 2;

/** Reads balances from the services of the chains. */
export interface Holdings {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly coverage: Coverage;
}

/** Serves balances of the directly attributed addresses of entities. */
export function createBalances(options: {
  db: SqlDatabase;
  bitcoin: () => Promise<Holdings>;
  ethereum: () => Promise<Holdings>;
  now: () => number;
}) {
  const { db, now } = options;
  const stored: AnswerCache = createAnswerCache(answersStored);

  /** Adds up addresses of one chain; calls `sum` only with a ledger and few enough addresses. */
  async function sumOf(
    session: SqlSession,
    about: { entity: OpenEntity; chain: Blockchain; holdings: Holdings },
    sum: (keys: readonly Uint8Array[]) => Promise<{ amount: bigint | null; seen: number }>,
  ): Promise<{ amount: bigint | null; covers: BalanceSheet['covers']['bitcoin'] }> {
    const { entity, chain, holdings } = about;
    const { keys, total } = await readDirectAddresses(session, entity, chain);
    const height = holdings.ranges.at(-1)?.to ?? null;
    const summed = height === null || !keys ? { amount: null, seen: null } : await sum(keys);
    const covers = { addresses: total, seen: summed.seen, height, coverage: holdings.coverage };
    return { amount: summed.amount, covers };
  }

  /** Reads the balances on one chain of all entities with addresses there. */
  async function balancesOn(
    session: SqlSession,
    chain: Blockchain,
    { hasLedger, canSeeRestricted }: { hasLedger: boolean; canSeeRestricted: boolean },
  ): Promise<Map<string, { amount: bigint | null; addresses: number }>> {
    const state = await stateAt(session, undefined, now());
    const { read, isExact: exact } = readers[chain];
    const isExact = await exact(session);
    const sums = new Map<string, { amount: bigint | null; addresses: number }>();
    for await (const portion of readAllDirectAddresses(session, { state, canSeeRestricted, chain })) {
      const keys = [...portion.values()].flatMap((each) => each.keys ?? []);
      const balances: ReadonlyMap<string, bigint | null> =
        hasLedger && isExact ? await read(session, keys) : new Map();
      for (const [entityId, own] of portion) {
        let amount: bigint | null = own.keys && hasLedger && isExact ? 0n : null;
        for (const key of own.keys ?? []) {
          const balance = balances.get(byteKey(key));
          if (balance === undefined || amount === null) continue;
          amount = balance === null ? null : amount + balance;
        }
        sums.set(entityId, { amount: amount !== null && amount < 0n ? null : amount, addresses: own.total });
      }
    }
    return sums;
  }

  async function readAll(canSeeRestricted: boolean): Promise<AllBalances> {
    const at = now();
    const hasLedger = {
      bitcoin: (await options.bitcoin()).ranges.length > 0,
      ethereum: (await options.ethereum()).ranges.length > 0,
    };
    return inTransaction(db, 'read only', async (session) => {
      const on = (chain: Blockchain) =>
        balancesOn(session, chain, { hasLedger: hasLedger[chain], canSeeRestricted });
      const bitcoin = await on('bitcoin');
      const ethereum = await on('ethereum');
      const ids = [...new Set([...bitcoin.keys(), ...ethereum.keys()])].sort();
      const data = ids.map((id): EntityBalance => {
        const [btc, eth] = [bitcoin.get(id), ethereum.get(id)];
        return {
          entity_id: id,
          btc_bal: btc?.amount?.toString() ?? null,
          eth_bal: eth?.amount?.toString() ?? null,
          addresses: (btc?.addresses ?? 0) + (eth?.addresses ?? 0),
        };
      });
      return { data, at: new Date(at).toISOString() };
    });
  }

  return {
    /** Returns the balances of all entities with addresses, at most ten minutes old. */
    async all(canSeeRestricted: boolean): Promise<AllBalances> {
      const version = await inTransaction(db, 'read only', directoryVersion);
      const period = Math.floor(now() / allStay);
      return stored.get(`balances ${canSeeRestricted}`, `${version} ${period}`, () =>
        readAll(canSeeRestricted),
      );
    },

    /** Throws 404 for an unknown entity, and 403 for a hidden one. */
    async sheet(id: string, canSeeRestricted: boolean): Promise<BalanceSheet> {
      const bitcoin = await options.bitcoin();
      const ethereum = await options.ethereum();
      return inTransaction(db, 'read only', async (session) => {
        const entity = await openEntity(session, id, { now: now(), canSeeRestricted });
        const btc = await sumOf(session, { entity, chain: 'bitcoin', holdings: bitcoin }, (keys) =>
          sumBalances(session, keys),
        );
        const eth = await sumOf(session, { entity, chain: 'ethereum', holdings: ethereum }, async (keys) => {
          const { amount, seen } = await sumEther(session, keys);
          // Without traces, the sum lacks internal transfers.
          const { hasAllTraces } = await readEthereumState(session);
          return { amount: hasAllTraces && amount !== null && amount >= 0n ? amount : null, seen };
        });
        return {
          entity_id: entity.entityId,
          btc_bal: btc.amount === null ? null : Number(btc.amount),
          eth_bal: eth.amount === null ? null : String(eth.amount),
          covers: { bitcoin: btc.covers, ethereum: eth.covers },
        };
      });
    },
  };
}

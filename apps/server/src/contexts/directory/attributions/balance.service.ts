import type { CallOutput, Coverage, getEntityBalanceSheet } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import { notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { sumBalances } from '../../../ledger/bitcoin/accounts/balances.ts';
import { sumEther } from '../../../ledger/ethereum/accounts/balances.ts';
import { readEthereumState } from '../../../ledger/ethereum/reader.ts';
import { readDirectKeys } from './attributions.store.ts';
import { notShown } from './csam.ts';
import { findEntity, type State, stateAt } from '../records/entities-at.ts';

type BalanceSheet = CallOutput<typeof getEntityBalanceSheet>['data'];

/** Most addresses whose balances are added up for one answer. */
const addressesSummed = 20_000;

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

  /** Adds up addresses of one chain; calls `sum` only with a ledger and few enough addresses. */
  async function sumOf(
    session: SqlSession,
    about: { entityId: string; chain: Blockchain; state: State; holdings: Holdings },
    sum: (keys: readonly Uint8Array[]) => Promise<{ amount: bigint | null; seen: number }>,
  ): Promise<{ amount: bigint | null; covers: BalanceSheet['covers']['bitcoin'] }> {
    const { entityId, chain, state, holdings } = about;
    const limit = addressesSummed;
    const { keys, isComplete, total } = await readDirectKeys(session, {
      entityId,
      chain,
      moment: state,
      limit,
    });
    const height = holdings.ranges.at(-1)?.to ?? null;
    const summed = height === null || !isComplete ? { amount: null, seen: null } : await sum(keys);
    const covers = { addresses: total, seen: summed.seen, height, coverage: holdings.coverage };
    return { amount: summed.amount, covers };
  }

  return {
    /** Throws 404 for an unknown entity, and 403 for a hidden one. */
    async sheet(id: string, canSeeRestricted: boolean): Promise<BalanceSheet> {
      const bitcoin = await options.bitcoin();
      const ethereum = await options.ethereum();
      return inTransaction(db, 'read only', async (session) => {
        const state = await stateAt(session, undefined, now());
        const row = await findEntity(session, id, state);
        if (!row) throw notFound('Entity not found');
        if (row.csam && !canSeeRestricted) throw notShown();
        const { entityId } = row;
        const btc = await sumOf(session, { entityId, chain: 'bitcoin', state, holdings: bitcoin }, (keys) =>
          sumBalances(session, keys),
        );
        const eth = await sumOf(
          session,
          { entityId, chain: 'ethereum', state, holdings: ethereum },
          async (keys) => {
            const { amount, seen } = await sumEther(session, keys);
            // Without traces, the sum lacks internal transfers.
            const { hasAllTraces } = await readEthereumState(session);
            return { amount: hasAllTraces && amount !== null && amount >= 0n ? amount : null, seen };
          },
        );
        return {
          entity_id: entityId,
          btc_bal: btc.amount === null ? null : Number(btc.amount),
          eth_bal: eth.amount === null ? null : String(eth.amount),
          covers: { bitcoin: btc.covers, ethereum: eth.covers },
        };
      });
    },
  };
}

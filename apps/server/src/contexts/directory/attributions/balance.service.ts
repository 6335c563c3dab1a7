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

/** Most addresses that are summed for one answer. */
const addressesSummed = 20_000;

/** What the chains' services say of what they hold. */
export interface Holdings {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  readonly coverage: Coverage;
}

/** What the directly attributed addresses of entities hold. */
export function createBalances(options: {
  db: SqlDatabase;
  bitcoin: () => Promise<Holdings>;
  ethereum: () => Promise<Holdings>;
  now: () => number;
}) {
  const { db, now } = options;

  /** Addresses of one chain; `sum` is asked only where there is a ledger and they are few enough. */
  async function sumOf(
    session: SqlSession,
    about: { entityId: string; chain: Blockchain; state: State; holdings: Holdings },
    sum: (keys: readonly Uint8Array[]) => Promise<{ amount: bigint | null; seen: number }>,
  ): Promise<{ amount: bigint | null; covers: BalanceSheet['covers']['bitcoin'] }> {
    const { entityId, chain, state, holdings } = about;
    const limit = addressesSummed;
    const { keys, whole, total } = await readDirectKeys(session, { entityId, chain, moment: state, limit });
    const height = holdings.ranges.at(-1)?.to ?? null;
    const summed = height === null || !whole ? { amount: null, seen: null } : await sum(keys);
    const covers = { addresses: total, seen: summed.seen, height, coverage: holdings.coverage };
    return { amount: summed.amount, covers };
  }

  return {
    /** 404 for an entity that is none, 403 for one that is not shown. */
    async sheet(id: string, shows: boolean): Promise<BalanceSheet> {
      const bitcoin = await options.bitcoin();
      const ethereum = await options.ethereum();
      return inTransaction(db, 'read only', async (session) => {
        const state = await stateAt(session, undefined, now());
        const row = await findEntity(session, id, state);
        if (!row) throw notFound('Entity not found');
        if (row.csam && !shows) throw notShown();
        const { entityId } = row;
        const btc = await sumOf(session, { entityId, chain: 'bitcoin', state, holdings: bitcoin }, (keys) =>
          sumBalances(session, keys),
        );
        const eth = await sumOf(
          session,
          { entityId, chain: 'ethereum', state, holdings: ethereum },
          async (keys) => {
            const { amount, seen } = await sumEther(session, keys);
            // Without traces, what moved inside of transactions is not in the sum.
            const { tracesWhole } = await readEthereumState(session);
            return { amount: tracesWhole && amount !== null && amount >= 0n ? amount : null, seen };
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

import type { DepositAccounts } from '../../../explorer/ethereum/deposit-accounts.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../../db/schema.ts';
import type { DerivedAddress } from './descriptor.ts';
import { accountOf } from './descriptor.ts';
import { readWalletKeys, type WalletRow } from './wallets.store.ts';

/** Movements that are searched in one step. */
const portion = 500;
/** Movements at the end of the history that are searched again, because a reorganization may have replaced them. */
const overlap = 200;

/** Addresses that a step of the search found, and how far it came. */
interface SearchStep {
  readonly found: readonly DerivedAddress[];
  readonly progress: Partial<Pick<WalletRow, 'searched_from' | 'searched_to' | 'is_searched'>>;
}

/**
 * Returns a function that looks for deposit accounts of an Ethereum account that an organization monitors, step by step: the
 * account itself, its new movements, then its past, backward. Undefined: nothing is left to search. A step has no effect until
 * its progress is stored.
 */
export function createSearchDeposits({
  kysely,
  depositAccounts,
}: {
  kysely: Kysely<Schema>;
  depositAccounts: Pick<DepositAccounts, 'rangeOf' | 'search'>;
}) {
  return async (row: WalletRow, isNew: boolean): Promise<SearchStep | undefined> => {
    const account = accountOf(row.descriptor);
    if (!account) return undefined;
    const { text, key } = account;
    if (isNew) return { found: [{ key, address: text }], progress: {} };
    const search = (lo: number, hi: number) =>
      depositAccounts.search(text, { lo, hi }, async (accounts) => {
        const known = await readWalletKeys(
          kysely,
          row.id,
          accounts.map((each) => each.key),
        );
        return accounts.filter((each) => !known.has(Buffer.from(each.key).toString('hex')));
      });

    const range = await depositAccounts.rangeOf(text);
    if (!range) return row.is_searched ? undefined : { found: [], progress: { is_searched: true } };
    const { lo, hi } = range;
    const { searched_from: from, searched_to: to } = row;
    if (from === null || to === null) return { found: [], progress: { searched_from: hi, searched_to: hi } };
    if (hi !== to) {
      const end = Math.min(hi, to + portion);
      return {
        found: await search(Math.max(lo, Math.min(to, hi) - overlap), end),
        progress: { searched_to: end },
      };
    }
    if (from > lo) {
      const start = Math.max(lo, from - portion);
      return { found: await search(start, from), progress: { searched_from: start } };
    }
    return row.is_searched ? undefined : { found: [], progress: { is_searched: true } };
  };
}

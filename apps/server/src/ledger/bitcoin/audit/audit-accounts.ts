import type { BitcoinNetwork } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { p2pkFlag } from '../accounts/accounts.ts';
import { chunkEntries } from '../accounts/activity.ts';
import type { Fingerprint } from './audit-fingerprint.ts';
import { type AuditedAccount, readHistories } from './audit-histories.ts';
import { addressOf, violate } from './audit-violation.ts';
import { daysOfChunks, readStoredDays } from '../accounts/days.ts';
import { dayDifference, dayRowsProblem } from '../../shared/day-audit.ts';
import { heightOf } from '../positions.ts';

export interface AccountAuditOptions {
  network: BitcoinNetwork;
  slotOf: SlotOf;
  fingerprint: Fingerprint;
  /** Highest block of the ledger. */
  top: number;
  /** Balances are also summed up to this height (inclusive). */
  height: number | undefined;
  onAccounts(done: number): void;
}

export interface AccountSums {
  addresses: number;
  entries: number;
  chunks: number;
  /** Number of addresses with full chunks, and of those among them that have figures of days. */
  withChunks: number;
  withDays: number;
  /** Σ (received − spent) of all entries, and of those up to `height`. */
  balance: bigint;
  balanceAtHeight: bigint;
}

/**
 * Checks that the account is in its preferred slot, or after an account with a smaller (home, key): then probing from its
 * home finds it, and its ID depends only on the set of addresses (see `account-slots.ts`).
 */
function checkPlace(
  account: AuditedAccount,
  before: AuditedAccount | undefined,
  slotOf: SlotOf,
  address: string,
): void {
  const home = slotOf(account.key);
  if (home === account.id) return;
  const fail = (): never =>
    violate('account', `Account ${account.id} of ${address} cannot be found from its home ${home}`, {
      address,
    });
  if (!before || BigInt.asIntN(64, before.id + 1n) !== account.id) return fail();
  const lead = BigInt.asIntN(64, home - slotOf(before.key));
  const order = lead === 0n ? Buffer.compare(account.key, before.key) : lead;
  if (order === 0) violate('account', `${address} has two accounts`, { address });
  if (order < 0) fail();
}

/** Reads the account with the highest ID: IDs wrap around, so it precedes the one with the lowest. */
async function readLast(session: SqlSession): Promise<AuditedAccount | undefined> {
  const { rows } = await session.query<{ id: bigint; key: Uint8Array }>(
    'select id, key from btc_account order by id desc limit 1',
  );
  return (
    rows[0] && {
      ...rows[0],
      received: 0n,
      spent: 0n,
      txCount: 0,
      blockCount: 0,
      flags: 0,
      tail: new Uint8Array(),
    }
  );
}

/** Audits every account against its own activity, and adds that activity to the fingerprint. Throws ViolationError. */
export async function auditAccounts(session: SqlSession, options: AccountAuditOptions): Promise<AccountSums> {
  const { network, fingerprint, top } = options;
  const sums: AccountSums = {
    addresses: 0,
    entries: 0,
    chunks: 0,
    withChunks: 0,
    withDays: 0,
    balance: 0n,
    balanceAtHeight: 0n,
  };
  let [address, count, chunks, blocks, lastPosition, p2pk] = ['', 0, 0, 0, -1, false];
  let [received, spent] = [0n, 0n];

  let before = await readLast(session);
  await readHistories(session, {
    account(account) {
      [address, count, chunks, blocks, lastPosition, p2pk] = [
        addressOf(account.key, network),
        0,
        0,
        0,
        -1,
        false,
      ];
      [received, spent] = [0n, 0n];
      checkPlace(account, before, options.slotOf, address);
      before = account;
    },
    entries(account, chunk, entries) {
      if (chunk === undefined) {
        if (entries.length >= chunkEntries)
          violate('activity', `The last part of the activity of ${address} is too long`, {
            address,
            sequence: count,
          });
      } else {
        if (chunk !== chunks)
          violate('activity', `Part ${chunks} of the activity of ${address} is missing`, {
            address,
            sequence: count,
          });
        if (entries.length !== chunkEntries) {
          violate('activity', `Part ${chunk} of the activity of ${address} has ${entries.length} entries`, {
            address,
            sequence: count,
          });
        }
        chunks++;
        sums.chunks++;
      }
      for (const entry of entries) {
        const height = heightOf(entry.position);
        const place = { address, sequence: count, height };
        if (entry.position <= lastPosition)
          violate('activity', `Entry ${count} of ${address} is not later than the one before it`, place);
        if (height > top)
          violate(
            'activity',
            `Entry ${count} of ${address} refers to block ${height}, which is not in the ledger`,
            place,
          );
        if (lastPosition < 0 || height !== heightOf(lastPosition)) blocks++;
        lastPosition = entry.position;
        received += entry.received;
        spent += entry.spent;
        p2pk ||= entry.p2pk;
        count++;
        if (options.height !== undefined && height <= options.height)
          sums.balanceAtHeight += entry.received - entry.spent;
        fingerprint.add(account.key, entry);
      }
    },
    async end(account) {
      const compare = (
        what: string,
        stored: number | bigint | boolean,
        counted: number | bigint | boolean,
      ): void => {
        if (stored !== counted)
          violate(
            'account',
            `The account of ${address} differs from its activity: ${what} ${stored} instead of ${counted}`,
            {
              address,
            },
          );
      };
      compare('transactions', account.txCount, count);
      compare('received', account.received, received);
      compare('spent', account.spent, spent);
      compare('blocks', account.blockCount, blocks);
      compare('flags', account.flags, p2pk ? p2pkFlag : 0);
      if (spent > received) violate('account', `${address} has spent more than it received`, { address });
      if (count === 0) violate('account', `The account of ${address} has no transactions`, { address });
      if (chunks > 0) {
        sums.withChunks++;
        const stored = await readStoredDays(session, account.id);
        if (stored.size > 0) sums.withDays++;
        const difference = stored.size > 0 && dayDifference(stored, await daysOfChunks(session, account.id));
        if (difference)
          violate('days', `The daily figures of ${address} differ from its history: ${difference}`, {
            address,
          });
      }
      sums.addresses++;
      sums.entries += count;
      sums.balance += received - spent;
      options.onAccounts(sums.addresses);
    },
  });
  const problem = await dayRowsProblem(session, 'btc_days', { seen: sums.withChunks, having: sums.withDays });
  if (problem !== undefined) violate('days', problem);
  return sums;
}

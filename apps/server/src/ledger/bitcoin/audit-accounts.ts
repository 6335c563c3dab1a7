import type { BitcoinNetwork } from '@hopscope/chain';
import type { SqlSession } from '../../db/session.ts';
import { type HomeOf, p2pkFlag } from './accounts.ts';
import { chunkEntries } from './activity.ts';
import type { Fingerprint } from './audit-fingerprint.ts';
import { type AuditedAccount, readHistories } from './audit-histories.ts';
import { addressOf, violate } from './audit-violation.ts';
import { byteKey } from './byte-keys.ts';
import { heightOf } from './positions.ts';

export interface AccountAuditOptions {
  network: BitcoinNetwork;
  homeOf: HomeOf;
  fingerprint: Fingerprint;
  /** Highest block of the ledger. */
  top: number;
  /** Balances are also summed up to this height. */
  height: number | undefined;
  onAccounts(done: number): void;
}

export interface AccountSums {
  addresses: number;
  entries: number;
  chunks: number;
  /** Σ (received − spent) of all entries, and of those up to `height`. */
  balance: bigint;
  balanceAtHeight: bigint;
}

/** Farther than this from its home no id can have been put by collisions. */
const maxDistance = 10_000n;

/** The account is found by probing from its home: no free id before it, and no other row with its key. */
async function checkReachable(
  session: SqlSession,
  account: AuditedAccount,
  homeOf: HomeOf,
  address: string,
): Promise<void> {
  const home = homeOf(account.key);
  if (home === account.id) return;
  const distance = BigInt.asUintN(64, account.id - home);
  const lost = (): never =>
    violate('account', `Account ${account.id} of ${address} cannot be found from its home ${home}`, {
      address,
    });
  if (distance > maxDistance) lost();
  const before = Array.from({ length: Number(distance) }, (_, i) =>
    String(BigInt.asIntN(64, home + BigInt(i))),
  );
  const { rows } = await session.query<{ key: Uint8Array }>(
    'select key from btc_account where id = any($1::int8[])',
    [`{${before.join(',')}}`],
  );
  if (rows.length !== before.length) lost();
  if (rows.some((row) => byteKey(row.key) === byteKey(account.key)))
    violate('account', `${address} has two accounts`, { address });
}

/** An account without transactions only keeps its id taken. */
function checkEmpty(account: AuditedAccount, address: string): void {
  if (account.received !== 0n || account.spent !== 0n || account.blockCount !== 0 || account.flags !== 0) {
    violate('account', `The account of ${address} has totals but no transactions`, { address });
  }
}

/** Audits every account against its own activity and adds that activity to the fingerprint. Throws ViolationError. */
export async function auditAccounts(session: SqlSession, options: AccountAuditOptions): Promise<AccountSums> {
  const { network, fingerprint, top } = options;
  const sums: AccountSums = { addresses: 0, entries: 0, chunks: 0, balance: 0n, balanceAtHeight: 0n };
  let [address, count, chunks, blocks, lastPosition, p2pk] = ['', 0, 0, 0, -1, false];
  let [received, spent] = [0n, 0n];

  await readHistories(session, {
    async account(account) {
      [address, count, chunks, blocks, lastPosition, p2pk] = [
        addressOf(account.key, network),
        0,
        0,
        0,
        -1,
        false,
      ];
      [received, spent] = [0n, 0n];
      await checkReachable(session, account, options.homeOf, address);
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
            `Entry ${count} of ${address} names block ${height}, which the ledger does not hold`,
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
    end(account) {
      const compare = (
        what: string,
        stored: number | bigint | boolean,
        counted: number | bigint | boolean,
      ): void => {
        if (stored !== counted)
          violate('account', `The account of ${address} says ${what} ${stored}, its activity ${counted}`, {
            address,
          });
      };
      compare('transactions', account.txCount, count);
      compare('received', account.received, received);
      compare('spent', account.spent, spent);
      compare('blocks', account.blockCount, blocks);
      compare('flags', account.flags, p2pk ? p2pkFlag : 0);
      if (spent > received) violate('account', `${address} has spent more than it received`, { address });
      if (count === 0) checkEmpty(account, address);
      else sums.addresses++;
      sums.entries += count;
      sums.balance += received - spent;
      options.onAccounts(sums.addresses);
    },
  });
  return sums;
}

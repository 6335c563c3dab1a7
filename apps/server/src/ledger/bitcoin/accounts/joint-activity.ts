import type { SqlSession } from '../../../db/session.ts';
import { inParts } from '../../shared/byte-keys.ts';
import { sumStoredDays } from '../../shared/day-rows.ts';
import { type JointDay, jointDaysOfChanges, jointDaysOfSums } from '../../shared/joint-days.ts';
import { heightOf } from '../positions.ts';
import type { AccountRow } from '../reader.ts';
import { chunkEntries } from './activity.ts';
import { addEntries, readTimes, timeAt } from './days.ts';
import { readAccounts, readNewestEntries } from './many-histories.ts';

const partSize = 5_000;

/** Returns the accounts of different address keys that the ledger contains. */
export async function readJointAccounts(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<AccountRow[]> {
  const accounts: AccountRow[] = [];
  for (const part of inParts(keys, partSize)) {
    accounts.push(...(await readAccounts(session, part)).values());
  }
  return accounts;
}

/** The effect of one transaction on several accounts together; satoshis. */
export interface JointChange {
  readonly position: number;
  readonly change: bigint;
}

/** Returns the effect of each of the newest `most` transactions of several accounts, oldest first. */
export async function readJointChanges(
  session: SqlSession,
  accounts: readonly AccountRow[],
  most: number,
): Promise<JointChange[]> {
  const changes = new Map<number, bigint>();
  for (const part of inParts(accounts, partSize)) {
    for (const entries of (await readNewestEntries(session, part, most)).values()) {
      for (const { position, received, spent } of entries) {
        changes.set(position, (changes.get(position) ?? 0n) + received - spent);
      }
    }
  }
  return [...changes]
    .map(([position, change]) => ({ position, change }))
    .sort((a, b) => a.position - b.position)
    .slice(-most);
}

/**
 * Returns what several accounts did by day. With more than `most` entries in total, only the changes, from the stored
 * figures of each account.
 */
export async function readJointDays(
  session: SqlSession,
  accounts: readonly AccountRow[],
  most: number,
): Promise<JointDay[]> {
  const entries = accounts.reduce((sum, { txCount }) => sum + txCount, 0);
  if (entries <= most) {
    const changes = await readJointChanges(session, accounts, Number.POSITIVE_INFINITY);
    const times = await readTimes(
      session,
      changes.map(({ position }) => heightOf(position)),
    );
    return jointDaysOfChanges(
      changes.map(({ position, change }) => ({ time: timeAt(times, position), change })),
    );
  }
  const long = accounts.filter(({ txCount }) => txCount >= chunkEntries).map(({ id }) => id);
  const days = await sumStoredDays(session, 'btc_days', long);
  for (const part of inParts(accounts, partSize)) {
    const tails = part.flatMap(({ tail }) => tail);
    const times = await readTimes(
      session,
      tails.map(({ position }) => heightOf(position)),
    );
    addEntries(days, tails, { times, sign: 1 });
  }
  return jointDaysOfSums(days);
}

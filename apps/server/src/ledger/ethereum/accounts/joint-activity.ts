import type { SqlSession } from '../../../db/session.ts';
import { inParts } from '../../shared/byte-keys.ts';
import { sumStoredDays } from '../../shared/day-rows.ts';
import { addToDay } from '../../shared/days.ts';
import { type JointDay, jointDaysOfChanges, jointDaysOfSums } from '../../shared/joint-days.ts';
import { heightOf } from '../../shared/positions.ts';
import type { MovementRow } from '../model.ts';
import type { Account } from './accounts.ts';
import { blockTimeAt, keepsDays, readBlockTimes } from './days.ts';
import { readEthereumAccounts, readNewestMovements } from './many-movements.ts';
import { utcDayNumber } from '@hopscope/domain';

const partSize = 2_000;

/** Returns the accounts of different addresses (20 bytes) that the ledger contains. */
export async function readJointEthereumAccounts(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const part of inParts(keys, partSize)) {
    accounts.push(...(await readEthereumAccounts(session, part)).values());
  }
  return accounts;
}

/** Returns how often ether moved on an account. */
export function etherMovements({ ether: { all } }: Account): number {
  return all.hi - all.lo;
}

async function etherRows(
  session: SqlSession,
  accounts: readonly Account[],
  most: number,
): Promise<MovementRow[]> {
  const rows: MovementRow[] = [];
  for (const part of inParts(accounts, partSize)) {
    const found = await readNewestMovements(
      session,
      part.map(({ key }) => ({ key, asset: 'ether' })),
      most,
    );
    for (const each of found) for (const row of each?.rows ?? []) rows.push(row);
  }
  return rows;
}

/** One movement of ether as several accounts together see it; wei. */
export interface JointMovement {
  readonly row: MovementRow;
  /** Zero between two of the accounts. */
  readonly change: bigint;
}

function changeOf({ direction, amount }: MovementRow): bigint {
  return direction === 'in' ? amount : direction === 'out' ? -amount : 0n;
}

/** Returns the newest `most` movements of ether of several accounts, oldest first. */
export async function readJointMovements(
  session: SqlSession,
  accounts: readonly Account[],
  most: number,
): Promise<JointMovement[]> {
  const byPlace = new Map<string, JointMovement>();
  for (const row of await etherRows(session, accounts, most)) {
    const place = `${row.position} ${row.movement}`;
    byPlace.set(place, { row, change: (byPlace.get(place)?.change ?? 0n) + changeOf(row) });
  }
  return [...byPlace.values()]
    .sort((a, b) => a.row.position - b.row.position || a.row.movement - b.row.movement)
    .slice(-most);
}

/**
 * Returns what several accounts did with ether by day. With more than `most` movements in total, only the changes, from
 * the stored figures of each account.
 */
export async function readJointEtherDays(
  session: SqlSession,
  accounts: readonly Account[],
  most: number,
): Promise<JointDay[]> {
  const all = accounts.reduce((sum, account) => sum + etherMovements(account), 0);
  const timesOf = (rows: readonly MovementRow[]) =>
    readBlockTimes(
      session,
      rows.map(({ position }) => heightOf(position)),
    );
  if (all <= most) {
    const movements = await readJointMovements(session, accounts, Number.POSITIVE_INFINITY);
    const times = await timesOf(movements.map(({ row }) => row));
    return jointDaysOfChanges(
      movements.map(({ row, change }) => ({ time: blockTimeAt(times, row.position), change })),
    );
  }
  const stored = accounts.filter(({ movements }) => keepsDays(movements.all));
  const days = await sumStoredDays(
    session,
    'eth_days',
    stored.map(({ id }) => id),
  );
  const short = accounts.filter(({ movements }) => !keepsDays(movements.all));
  const rows = await etherRows(session, short, Number.POSITIVE_INFINITY);
  const times = await timesOf(rows);
  for (const { position, direction, amount } of rows) {
    addToDay(days, utcDayNumber(blockTimeAt(times, position)), {
      transactions: 1,
      received: direction === 'out' ? 0n : amount,
      spent: direction === 'in' ? 0n : amount,
    });
  }
  return jointDaysOfSums(days);
}

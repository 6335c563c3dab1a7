import { utcDayNumber, plainNumbers } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import { addToDay, type Days } from '../../../ledger/shared/days.ts';
import type { HistoryRow } from '../addresses/history.ts';

/** Movements of a token by one address up to which its days are added up while somebody waits. */
const mostMovements = 200_000;

/** Rows of a token's list that are read together. */
export const tokenRowsAtOnce = 5_000;

/** 400 for an address that has moved a token too often. */
export function checkTokenMovements(count: number): void {
  if (count <= mostMovements) return;
  throw badRequest(
    'bad_request',
    `This address has moved the token more than ${plainNumbers.count(mostMovements)} times. Its daily balance is not calculated.`,
  );
}

/** Adds rows of one asset, which ascend and have their times, to their days; a transaction counts for each of its rows. */
export function addRows(days: Days, rows: readonly HistoryRow[]): void {
  for (const { time, direction, amount } of rows) {
    if (time === undefined) throw new RangeError('A row without its time has no day');
    addToDay(days, utcDayNumber(time), {
      transactions: 1,
      received: direction === 'out' ? 0n : amount,
      spent: direction === 'in' ? 0n : amount,
    });
  }
}

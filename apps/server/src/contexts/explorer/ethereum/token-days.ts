import { utcDayNumber, plainNumbers } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import { addToDay, type Days } from '../../../ledger/shared/days.ts';
import type { HistoryRow } from '../addresses/history.ts';

/** Most movements of a token by one address whose days are added up during a request. */
const mostMovements = 200_000;

/** Rows of a token's list per read. */
export const tokenRowsAtOnce = 5_000;

/** Throws 400 for a token with too many movements of the address. */
export function checkTokenMovements(count: number): void {
  if (count <= mostMovements) return;
  throw badRequest(
    'bad_request',
    `This address has moved the token more than ${plainNumbers.count(mostMovements)} times. Its daily balance is not calculated.`,
  );
}

/** Adds rows of one asset, ascending and with times, to their days; a transaction counts once for each of its rows. */
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

import { isBusy, isDiskFull, isUnreachable } from '../../db/sql-error.ts';

/** Returns a message about why the database can't write at present; undefined for other errors. */
export function storageTrouble(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'The database disk is full';
  if (isUnreachable(error)) return 'The database is not responding';
  if (isBusy(error)) return 'The database is busy';
  return undefined;
}

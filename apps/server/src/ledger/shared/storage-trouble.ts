import { isBusy, isDiskFull, isUnreachable } from '../../db/sql-error.ts';

/** Why the database cannot write for now, in words; undefined where the error is another one. */
export function storageTrouble(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'The database disk is full';
  if (isUnreachable(error)) return 'The database is not responding';
  if (isBusy(error)) return 'The database is busy';
  return undefined;
}

import { isBusy, isDiskFull, isUnreachable } from '../../db/sql-error.ts';

/** Why the database cannot write for now, in words; undefined where the error is another one. */
export function storageTrouble(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'The disk of the database is full';
  if (isUnreachable(error)) return 'The database does not answer';
  if (isBusy(error)) return 'The database is busy';
  return undefined;
}

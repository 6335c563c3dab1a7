import { isDiskFull } from '../db/sql-error.ts';

/** Returns why a command failed: the message of an expected error, otherwise the stack. `expected`: its error classes. */
export function failureText(
  error: unknown,
  expected: readonly (abstract new (...args: never) => Error)[],
): string {
  if (isDiskFull(error)) return 'The disk is full';
  if (!(error instanceof Error)) return String(error);
  const isExpected = expected.some((kind) => error instanceof kind) || 'syscall' in error;
  return isExpected ? error.message : (error.stack ?? error.message);
}

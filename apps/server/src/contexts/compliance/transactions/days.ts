import { addUtcDays } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';

/** Days of 53 weeks. */
const mostDays = 371;

/** Returns the day after a range of days (UTC). Throws 400 if it is empty or too long. */
export function endOfDays({ from, to }: { from: string; to: string }): string {
  if (from > to) throw badRequest('validation_failed', 'The first day is after the last day');
  const before = addUtcDays(to, 1);
  if (addUtcDays(from, mostDays) < before) {
    throw badRequest('validation_failed', `Choose at most ${mostDays} days`);
  }
  return before;
}

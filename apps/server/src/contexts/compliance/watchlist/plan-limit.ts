import { plainNumbers } from '@hopscope/domain';
import { AppError } from '../../../lib/app-error.ts';

/** Returns the error for `added` addresses more than an organization may monitor, which monitors `used` already. */
export function planLimit({ most, used, added }: { most: number; used: number; added: number }): AppError {
  const { count } = plainNumbers;
  return new AppError(
    'plan_limit',
    `Your organization can monitor at most ${count(most)} addresses. It already monitors ${count(used)}, so ${count(added)} more cannot be added.`,
    { details: { limit: most, used } },
  );
}

import { type SecondFactorChallenge, secondFactorChallenge, texts } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';

/** Returns title and text of a failed login; server errors aren't blamed on the password. */
export function loginFailure(thrown: unknown): { title: string; text: string } {
  const error = toApiError(thrown);
  const refused = error.status === 400 || error.status === 401;
  return { title: texts.loginFailed, text: refused ? texts.loginFailedDescription : error.message };
}

/** Returns the challenge if a sign-in requires a second factor. */
export function challengeOf(thrown: unknown): SecondFactorChallenge | undefined {
  const { code, details } = toApiError(thrown);
  return code === 'second_factor_required' ? secondFactorChallenge.safeParse(details).data : undefined;
}

import { AppError } from '../../../lib/app-error.ts';
import type { Actor } from './sessions.service.ts';

/** 403 `email_unverified` for an account whose email may be anybody's, but the operator's. `what`: the action as in "to …". */
export function requireProvenEmail(actor: Pick<Actor, 'emailVerified' | 'user'>, what: string): void {
  if (actor.emailVerified || actor.user.role === 'operator') return;
  throw new AppError('email_unverified', `Please verify your email first, to ${what}`);
}

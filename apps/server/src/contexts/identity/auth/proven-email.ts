import { AppError } from '../../../lib/app-error.ts';
import type { Actor } from './sessions.service.ts';

/** Throws 403 `email_unverified` for an unverified email, except the operator's. `what`: the action after "to". */
export function requireProvenEmail(actor: Pick<Actor, 'emailVerified' | 'user'>, what: string): void {
  if (actor.emailVerified || actor.user.role === 'operator') return;
  throw new AppError('email_unverified', `Please verify your email first, to ${what}`);
}

import { redirect } from '@tanstack/react-router';
import { safeReturnPath } from '../../lib/session/return-path.ts';
import type { SessionStore } from '../../lib/session/session-store.ts';

export interface RouterContext {
  session: SessionStore;
}

export const explorer = '/home/block-explorer';

/** Redirects to the login page without a session, with the URL to return to. */
export function demandSession({
  context,
  location,
}: {
  context: RouterContext;
  location: { href: string };
}): void {
  const state = context.session.state();
  if (state.status !== 'signed-out') return;
  const remember = state.reason !== 'logout' && location.href !== explorer;
  throw redirect({ to: '/login', search: remember ? { from: location.href } : {}, replace: true });
}

/** Redirects signed-in people from the login page to where they came from. */
export function leaveLogin(session: SessionStore, from: string | undefined): void {
  if (session.state().status === 'signed-out') return;
  throw redirect({ href: safeReturnPath(from) ?? explorer, replace: true });
}

/** Redirects from the register page: a new account to the welcome page, other signed-in people to the explorer. */
export function leaveRegister(
  session: SessionStore,
  { from, setup }: { from?: string | undefined; setup?: string | undefined },
): void {
  const state = session.state();
  if (state.status === 'signed-out') return;
  const back = safeReturnPath(from);
  if (back !== undefined) throw redirect({ href: back, replace: true });
  const fresh = state.status === 'signed-in' && state.by === 'registration';
  if (fresh) throw redirect({ to: '/welcome', search: {}, replace: true });
  if (setup !== undefined) throw redirect({ to: '/welcome', search: { setup }, replace: true });
  throw redirect({ to: explorer, replace: true });
}

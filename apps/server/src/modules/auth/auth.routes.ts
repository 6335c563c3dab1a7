import { getSession, login, logout, refreshSession, signup } from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';

export function authRoutes({ route }: Router, { auth }: Context): void {
  route(signup, async ({ body }) => {
    const { user, accessToken, refreshToken } = await auth.signup(body);
    return { data: { user: { ...user, accessToken, refreshToken } } };
  });
  route(login, async ({ body }) => ({ data: await auth.login(body) }));
  route(refreshSession, async ({ body }) => ({ data: await auth.refresh(body.refreshToken) }));
  route(getSession, async ({ actor }) => ({ data: { user: actor.user } }));
  route(logout, async ({ actor }) => {
    await auth.logout(actor);
    return {};
  });
}

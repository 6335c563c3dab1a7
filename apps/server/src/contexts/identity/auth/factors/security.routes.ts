import {
  addPasskey,
  confirmTotp,
  endOtherSessions,
  endSession,
  getSecurity,
  listSessions,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  setUpTotp,
  signInWithPasskey,
} from '@hopscope/contract';
import type { Context } from '../../../../context.ts';
import { addressKey } from '../../../../lib/rate-limits.ts';
import type { Router } from '../../../../http/router.ts';

export function securityRoutes({ route }: Router, context: Context): void {
  const { auth, sessions, secondFactors, passkeys, limits } = context;
  route(passkeySignInOptions, async ({ body, origin }) => {
    await limits.take('passkeySignIn', addressKey(origin.ip));
    return { data: await passkeys.signInOptions(body.challenge) };
  });
  route(signInWithPasskey, async ({ body, origin }) => ({
    data: await auth.withPasskey(await passkeys.answer(body), origin),
  }));
  route(listSessions, async ({ actor }) => ({ data: { sessions: await sessions.list(actor) } }));
  route(endSession, async ({ params, ...by }) => {
    await sessions.end(by, params.id);
    return {};
  });
  route(endOtherSessions, async (by) => ({ data: { ended: await sessions.endOthers(by) } }));
  route(getSecurity, async ({ actor }) => ({ data: await secondFactors.overview(actor) }));
  route(setUpTotp, async ({ body, ...by }) => ({ data: await secondFactors.setUp(by, body) }));
  route(confirmTotp, async ({ body, ...by }) => ({
    data: { recoveryCodes: await secondFactors.confirm(by, body.code) },
  }));
  route(removeTotp, async ({ body, ...by }) => {
    await secondFactors.remove(by, body);
    return {};
  });
  route(renewRecoveryCodes, async ({ body, ...by }) => ({
    data: { recoveryCodes: await secondFactors.renewRecoveryCodes(by, body) },
  }));
  route(passkeyRegistrationOptions, async ({ body, ...by }) => ({
    data: await passkeys.registrationOptions(by, body),
  }));
  route(addPasskey, async ({ body, ...by }) => ({ data: await passkeys.add(by, body) }));
  route(renamePasskey, async ({ params, body, ...by }) => ({
    data: await passkeys.rename(by, params.id, body.name),
  }));
  route(removePasskey, async ({ params, body, ...by }) => {
    await passkeys.remove(by, params.id, body);
    return {};
  });
}

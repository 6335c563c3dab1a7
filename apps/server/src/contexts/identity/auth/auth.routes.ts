import {
  becomeOperator,
  changePassword,
  exchangeTicket,
  finishProviderSignIn,
  forgetPassword,
  getSession,
  getSignInProviders,
  login,
  logout,
  operatorEndpoints,
  refreshSession,
  removeAccount,
  resetPassword,
  sendVerification,
  signInWithSecondFactor,
  signup,
  startProviderSignIn,
  texts,
  verifyEmail,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import { addressKey } from '../../../lib/rate-limits.ts';
import type { Router } from '../../../http/router.ts';

export function authRoutes({ route, redirect }: Router, context: Context): void {
  const { auth, sessions, passwords, verification, operatorSetup, providerSignIn, removal, limits } = context;
  route(signup, async ({ body, origin }) => {
    const { user, ...tokens } = await auth.signup(body, origin);
    return { data: { user: { ...user, ...tokens } } };
  });
  route(login, async ({ body, origin }) => ({ data: await auth.login(body, origin) }));
  route(signInWithSecondFactor, async ({ body, origin }) => ({
    data: await auth.answerChallenge(body, origin),
  }));
  route(refreshSession, async ({ body, origin }) => {
    await limits.take('refresh', addressKey(origin.ip));
    return { data: await auth.refresh(body.refreshToken, origin) };
  });
  route(getSession, async ({ actor: { user, secondFactor } }) => ({
    data: { user, needsSecondFactor: context.config.requireSecondFactor && !secondFactor },
  }));
  route(logout, async ({ actor, origin }) => {
    await sessions.end({ actor, origin }, actor.sessionId);
    return {};
  });
  route(forgetPassword, async ({ body, origin }) => {
    await passwords.forget(body.email, origin);
    return { message: texts.resetRequested };
  });
  route(resetPassword, async ({ body, origin }) => {
    await passwords.reset(body, body.password, origin);
    return { message: texts.resetDone };
  });
  route(changePassword, async ({ body, ...by }) => {
    await passwords.change(by, body);
    return { message: texts.passwordUpdated };
  });
  route(verifyEmail, async ({ body, origin }) => ({
    data: { email: await verification.verify(body.token, origin) },
  }));
  route(sendVerification, async ({ actor }) => {
    await verification.send(actor);
    return {};
  });
  route(removeAccount, async ({ params, body, ...by }) => {
    await removal.remove(by, params.id, body ?? {});
    return {};
  });
  route(becomeOperator, async ({ body, ...by }) => ({
    data: { user: await operatorSetup.become(by, body.setupToken) },
  }));
  route(operatorEndpoints.endPersonSessions, async ({ body, ...by }) => ({
    data: { sessions: await sessions.endOfPerson(by, body.email) },
  }));
  redirect(startProviderSignIn, async ({ origin }) => {
    await limits.take('providerSignIn', addressKey(origin.ip));
    return providerSignIn.start();
  });
  redirect(finishProviderSignIn, async ({ query, cookies, origin }) =>
    providerSignIn.finish(query, cookies[providerSignIn.flowCookie().name], origin),
  );
  route(exchangeTicket, async ({ body, cookies, origin }) => ({
    data: await auth.exchangeTicket(body.ticket, cookies[providerSignIn.flowCookie().name], origin),
  }));
  route(getSignInProviders, async ({ origin }) => ({
    data: {
      openid: providerSignIn.provider,
      passkeys: context.publicUrl.relyingParty() !== undefined,
      mail: context.config.mail.smtpUrl !== undefined,
      registration: auth.registration,
      demo: context.demoSignIn.offerTo(origin),
    },
  }));
}

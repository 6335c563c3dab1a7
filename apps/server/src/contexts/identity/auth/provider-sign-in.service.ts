import type { RegistrationMode } from '@hopscope/contract';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { hasOpenInvitation } from '../organizations/open-invitation.ts';
import type { People } from '../people/people.service.ts';
import type { UserAccount } from './accounts.ts';
import { findIdentity, insertIdentity } from './factors/factors.store.ts';
import { hashToken, type OneTimeTokens } from './one-time-tokens.ts';
import type { OpenidClaims, OpenidClient } from './openid-client.ts';
import { mayRegister } from './registration.ts';
import type { VouchedAccounts } from './vouched-accounts.ts';

const callbackPath = '/api/v1/auth/google/callback';
const email = z.email().max(254);

/** Lets organizations follow the groups of people who sign in at the provider; undefined groups: the provider sent none. */
export interface ProviderGroups {
  /** Tests whether these groups make the person a member, so that an account may be created. */
  admits: Hook<
    [trx: Kysely<Schema>, person: { emailKey: string; groups: readonly string[] | undefined }],
    boolean
  >;
  /** Run after the account is known. */
  signedIn: Hook<[person: { account: UserAccount; groups: readonly string[] | undefined; origin: Origin }]>;
}

/** A sign-in that ends with a short code in the address of the callback page. */
class SignInRefused extends Error {
  override name = 'SignInRefused';
}
export interface Redirect {
  location: string;
  cookies?: { name: string; value: string; path: string; maxAgeSeconds: number }[];
}

const failure = (code: string): Redirect => ({
  location: `/auth/callback?error=${encodeURIComponent(code)}`,
});
const fingerprint = (cookie: string): string => hashToken(cookie).toString('base64url');

/** Tests whether a cookie belongs to a flow or ticket. */
export function isSameBrowser(cookie: string | undefined, expected: string): boolean {
  if (cookie === undefined) return false;
  return timingSafeEqual(hashToken(fingerprint(cookie)), hashToken(expected));
}

/** Sign-in at an OpenID provider. */
export function createProviderSignIn(options: {
  kysely: Kysely<Schema>;
  client: OpenidClient | undefined;
  people: People;
  vouched: VouchedAccounts;
  providerGroups: ProviderGroups;
  oneTime: OneTimeTokens;
  audit: Audit;
  mail: Mail;
  publicUrl: PublicUrl;
  registration: RegistrationMode;
  logger: Logger;
  now: () => number;
}) {
  const {
    kysely,
    client,
    people,
    vouched,
    providerGroups,
    oneTime,
    audit,
    mail,
    publicUrl,
    registration,
    logger,
    now,
  } = options;

  async function createAccount(
    trx: Kysely<Schema>,
    claims: OpenidClaims,
    address: string,
  ): Promise<UserAccount> {
    const emailKey = people.emailKeyOf(address);
    const admitted = await providerGroups.admits.run(trx, { emailKey, groups: claims.groups });
    const invited = await hasOpenInvitation(trx, emailKey, now());
    if (!admitted.includes(true) && !mayRegister(registration, invited)) {
      throw new SignInRefused('registration_closed');
    }
    const account = await vouched.create(trx, address, claims);
    if (!account) throw new SignInRefused('try_again'); // created by a concurrent request
    return account;
  }

  /** Returns the account of a provider identity; creates or links one if needed. */
  async function accountFor(
    trx: Kysely<Schema>,
    claims: OpenidClaims,
    by: { origin: Origin; name: string },
  ): Promise<UserAccount> {
    const identity = await findIdentity(trx, claims);
    const linked = identity && (await people.accounts.find(trx, identity.user_id));
    if (linked) return linked;
    const address = email.safeParse(claims.email);
    if (!address.success) throw new SignInRefused('email_missing');
    // Without verification by the provider, the email opens and creates nothing.
    if (!claims.emailVerified) throw new SignInRefused('email_unverified');
    const known = await people.accounts.findByEmail(trx, people.emailKeyOf(address.data));
    const locked = known && (await people.accounts.lock(trx, known.id));
    const account = locked
      ? await vouched.takeOver(trx, locked, claims)
      : await createAccount(trx, claims, address.data);
    await insertIdentity(trx, {
      issuer: claims.issuer,
      subject: claims.subject,
      user_id: account.id,
      name: by.name,
      linked_at: new Date(now()),
    });
    if (locked) {
      const data = { change: `Sign-in with ${by.name} was added to your account.` };
      await mail.queue(trx, { to: account.email, template: 'second_factor_changed', data });
    }
    await audit.record(trx, {
      actor: { user: people.present(account) },
      origin: by.origin,
      organizationId: null,
      action: locked ? 'identity.linked' : 'user.signed_up',
      subject: { type: 'user', id: account.id },
      after: { provider: by.name },
    });
    return account;
  }

  async function finish(
    query: Readonly<Record<string, string | string[]>>,
    cookie: string | undefined,
    origin: Origin,
  ): Promise<string> {
    const { state } = query;
    const taken = typeof state === 'string' ? await oneTime.take(kysely, 'provider_flow', state) : undefined;
    if (!client || typeof state !== 'string' || !taken || !isSameBrowser(cookie, taken.data.browser)) {
      throw new SignInRefused('state_mismatch');
    }
    if (typeof query['error'] === 'string') {
      throw new SignInRefused(/^[a-z_]{1,40}$/.test(query['error']) ? query['error'] : 'provider_error');
    }
    if (typeof query['code'] !== 'string') throw new SignInRefused('code_missing');
    const callback = new URL(publicUrl.link(callbackPath));
    for (const [name, value] of Object.entries(query)) {
      for (const part of [value].flat()) callback.searchParams.append(name, part);
    }
    const claims = await client.claims(callback, { ...taken.data, state });
    const account = await kysely
      .transaction()
      .execute((trx) => accountFor(trx, claims, { origin, name: client.name }));
    await providerGroups.signedIn.run({ account, groups: claims.groups, origin });
    const { browser } = taken.data;
    return oneTime.issue(kysely, 'ticket', { userId: account.id, data: { browser } });
  }

  /**
   * Returns the cookie that ties a sign-in to the browser that began it. On https, its prefix binds it to this host: browsers
   * then accept it only from here, and with the path `/` (RFC 6265bis, section 4.1.3.2).
   */
  function flowCookie(): { name: string; path: string; maxAgeSeconds: number } {
    const [name, maxAgeSeconds] = ['hopscope_sign_in', 600];
    return publicUrl.base().startsWith('https:')
      ? { name: `__Host-${name}`, path: '/', maxAgeSeconds }
      : { name, path: '/api/v1/auth', maxAgeSeconds };
  }

  return {
    flowCookie,
    /** The provider that is set. */
    provider: client ? { name: client.name } : null,

    /** Redirects to the provider, or to the callback page with an error if it isn't configured or doesn't respond. */
    async start(): Promise<Redirect> {
      if (!client) return failure('not_configured');
      const flow = client.newFlow();
      const cookie = randomBytes(32).toString('base64url');
      const data = { ...flow, browser: fingerprint(cookie) };
      const state = await oneTime.issue(kysely, 'provider_flow', { userId: null, data });
      try {
        const redirectUri = publicUrl.link(callbackPath);
        const location = await client.authorizationUrl({ ...flow, state, redirectUri });
        return { location, cookies: [{ ...flowCookie(), value: cookie }] };
      } catch (error) {
        logger.warn({ err: error }, 'the OpenID provider is not responding');
        return failure('provider_unavailable');
      }
    },

    /**
     * Handles the provider's redirect: returns a redirect to the callback page with a ticket (valid once, for a minute, in
     * this browser) or an error code. Session tokens are never in a URL.
     */
    async finish(
      query: Readonly<Record<string, string | string[]>>,
      cookie: string | undefined,
      origin: Origin,
    ): Promise<Redirect> {
      try {
        return { location: `/auth/callback?token=${await finish(query, cookie, origin)}` };
      } catch (error) {
        if (error instanceof SignInRefused) return failure(error.message);
        logger.warn({ err: error }, 'sign-in at the OpenID provider failed');
        return failure('provider_error');
      }
    },
  };
}

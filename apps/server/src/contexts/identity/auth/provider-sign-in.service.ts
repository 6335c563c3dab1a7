import { personName, type RegistrationMode } from '@hopscope/contract';
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { hasOpenInvitation } from '../organizations/open-invitation.ts';
import type { People } from '../people/people.service.ts';
import type { UserAccount } from './accounts.ts';
import { deleteFactors, findIdentity, insertIdentity } from './factors/factors.store.ts';
import { hashToken, type OneTimeTokens } from './one-time-tokens.ts';
import type { OpenidClaims, OpenidClient } from './openid-client.ts';
import { mayRegister } from './registration.ts';
import type { Sessions } from './sessions.service.ts';

const callbackPath = '/api/v1/auth/google/callback';
const email = z.email().max(254);

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

/** Cleans a name for an account; undefined if nothing is left, or the name isn't allowed. */
function nameOf(text: string | undefined): string | undefined {
  const clean = text
    ?.replaceAll(/[\p{Cc}/\\:<>@]/gu, ' ')
    .trim()
    .slice(0, 100);
  return clean === '' || !personName.safeParse(clean).success ? undefined : clean;
}

/** Sign-in at an OpenID provider. */
export function createProviderSignIn(options: {
  kysely: Kysely<Schema>;
  client: OpenidClient | undefined;
  people: People;
  sessions: Sessions;
  oneTime: OneTimeTokens;
  audit: Audit;
  mail: Mail;
  publicUrl: PublicUrl;
  registration: RegistrationMode;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, client, people, sessions, oneTime, audit, mail, publicUrl, registration, logger, now } =
    options;

  async function createAccount(
    trx: Kysely<Schema>,
    claims: OpenidClaims,
    address: string,
  ): Promise<UserAccount> {
    const invited = await hasOpenInvitation(trx, people.emailKeyOf(address), now());
    if (!mayRegister(registration, invited)) throw new SignInRefused('registration_closed');
    const account = await people.accounts.insert(trx, {
      id: randomUUID(),
      name: nameOf(claims.name) ?? address.slice(0, address.indexOf('@')).slice(0, 100),
      surname: nameOf(claims.surname) ?? '',
      email: address,
      email_key: people.emailKeyOf(address),
      password_hash: null,
      role: 'user',
      created_at: new Date(now()),
      email_verified_at: new Date(now()),
      removed_at: null,
      theme: null,
    });
    if (!account) throw new SignInRefused('try_again'); // created by a concurrent request
    return account;
  }

  /**
   * Returns the account with the email that the provider has verified. If the account hadn't verified it, its creator may be
   * someone else: removes password and factors and ends sessions.
   */
  async function takeOver(
    trx: Kysely<Schema>,
    account: UserAccount,
    claims: OpenidClaims,
  ): Promise<UserAccount> {
    if (account.email_verified_at !== null) return account;
    await deleteFactors(trx, account.id);
    await oneTime.revoke(trx, { userId: account.id });
    await sessions.endWithin(trx, { userId: account.id });
    return people.proveEmail(trx, account.id, {
      password_hash: null,
      name: nameOf(claims.name) ?? account.name,
      surname: nameOf(claims.surname) ?? account.surname,
    });
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
      ? await takeOver(trx, locked, claims)
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
    return kysely.transaction().execute(async (trx) => {
      const account = await accountFor(trx, claims, { origin, name: client.name });
      const { browser } = taken.data;
      return oneTime.issue(trx, 'ticket', { userId: account.id, data: { browser } });
    });
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

import { randomUUID } from 'node:crypto';
import { type RegistrationMode, type SessionTokens, texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import { addressKey, type RateLimits } from '../../../lib/rate-limits.ts';
import type { Audit } from '../audit/audit.service.ts';
import { invitedEmailKey } from '../organizations/open-invitation.ts';
import { isDemoEmail } from '../people/demo-email.ts';
import type { People } from '../people/people.service.ts';
import type { UserAccount } from './accounts.ts';
import type { EmailVerification } from './email-verification.service.ts';
import type { FactorChecks } from './factors/factor-checks.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { OperatorSetup } from './operator-setup.ts';
import type { PasskeyProof } from './factors/passkeys.service.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { requireAdmission } from './registration.ts';
import { isSameBrowser } from './provider-sign-in.service.ts';
import type { Sessions } from './sessions.service.ts';
import type { PasswordRules } from './weak-passwords.ts';

export type { Actor } from './sessions.service.ts';

export interface SignupInput {
  name: string;
  surname: string;
  email: string;
  password: string;
  setupToken?: string | undefined;
  invitationToken?: string | undefined;
}

/** Wrong codes that a challenge survives. */
const codeAttempts = 5;
const codeRefused = () => new AppError('second_factor_failed', 'The code is wrong or expired');

/** Signing up and in. */
export function createAuth(options: {
  kysely: Kysely<Schema>;
  people: People;
  sessions: Sessions;
  hashing: PasswordHashing;
  passwordRules: PasswordRules;
  oneTime: OneTimeTokens;
  checks: FactorChecks;
  verification: EmailVerification;
  operatorSetup: OperatorSetup;
  audit: Audit;
  limits: RateLimits;
  registration: RegistrationMode;
  now: () => number;
}) {
  const {
    kysely,
    people,
    sessions,
    hashing,
    passwordRules,
    oneTime,
    checks,
    verification,
    operatorSetup,
    audit,
    limits,
    registration,
    now,
  } = options;

  /** Opens a session, or throws the challenge for the second factor where one is set. */
  async function proceed(
    account: UserAccount,
    first: { by: 'password' | 'provider'; origin: Origin },
  ): Promise<SessionTokens> {
    const outcome = await kysely.transaction().execute(async (trx) => {
      const current = await people.accounts.lock(trx, account.id);
      // Changed while the old one was being compared.
      if (!current || current.password_hash !== account.password_hash) return undefined;
      const methods = await checks.methodsOf(trx, current.id);
      if (methods.length === 0) return sessions.open(trx, current, { ...first, secondFactor: false });
      const data = { by: first.by };
      const challenge = await oneTime.issue(trx, 'second_factor', { userId: current.id, data });
      return { challenge, methods };
    });
    if (!outcome) throw new AppError('login_failed', texts.loginFailedDescription);
    if ('accessToken' in outcome) return outcome;
    const message = 'Enter your second factor';
    throw new AppError('second_factor_required', message, { details: { ...outcome } });
  }

  /** Without the typed email, which can be another person's, or a password in the wrong field. */
  async function recordFailure(userId: string | null, origin: Origin, reason: string): Promise<void> {
    await kysely.transaction().execute((trx) =>
      audit.record(trx, {
        origin,
        organizationId: null,
        action: 'user.sign_in_failed',
        subject: { type: 'user', id: userId },
        reason,
      }),
    );
  }

  /** Opens a session after the second factor and consumes the challenge. */
  async function finishChallenge(
    trx: Kysely<Schema>,
    challenge: string,
    origin: Origin,
  ): Promise<SessionTokens | undefined> {
    const taken = await oneTime.take(trx, 'second_factor', challenge);
    const account = taken?.userId ? await people.accounts.lock(trx, taken.userId) : undefined;
    return taken && account && sessions.open(trx, account, { origin, by: taken.data.by, secondFactor: true });
  }

  return {
    registration,
    authenticate: sessions.authenticate,
    refresh: sessions.refresh,

    /**
     * Creates an account and its first session. Throws 409 if the email is taken, 400 for an invalid setup link, and 403 if
     * the person may not register.
     */
    async signup(input: SignupInput, origin: Origin): Promise<SessionTokens> {
      await limits.take('signup', addressKey(origin.ip));
      await passwordRules.require(input.password, { owner: input, field: 'password' });
      const stored = await hashing.columnsOf(input.password);
      const emailKey = people.emailKeyOf(input.email);
      return kysely.transaction().execute(async (trx) => {
        // Reserved: the demo creates these accounts.
        if (isDemoEmail(emailKey)) {
          throw new AppError('validation_failed', texts.emailInvalid, {
            fields: [{ field: 'email', message: texts.emailInvalid }],
          });
        }
        if (input.setupToken !== undefined) await operatorSetup.claim(trx, input.setupToken);
        const invited =
          input.invitationToken === undefined
            ? undefined
            : await invitedEmailKey(trx, input.invitationToken, now());
        if (input.setupToken === undefined) requireAdmission(registration, invited === emailKey);
        const account = await people.accounts.insert(trx, {
          id: randomUUID(),
          name: input.name,
          surname: input.surname,
          email: input.email,
          email_key: emailKey,
          ...stored,
          role: input.setupToken === undefined ? 'user' : 'operator',
          created_at: new Date(now()),
          // Whoever brings the token of a mail reads that mailbox.
          email_verified_at: invited === emailKey ? new Date(now()) : null,
          removed_at: null,
          theme: null,
        });
        if (!account) {
          const message = 'An account with this email already exists';
          throw new AppError('email_taken', message, { fields: [{ field: 'email', message }] });
        }
        if (account.email_verified_at === null) await verification.invite(trx, account);
        await audit.record(trx, {
          actor: { user: people.present(account) },
          origin,
          organizationId: null,
          action: 'user.signed_up',
          subject: { type: 'user', id: account.id },
          after: { role: account.role, emailProven: account.email_verified_at !== null },
        });
        return sessions.open(trx, account, { origin, by: 'password', secondFactor: false });
      });
    },

    /**
     * 401 with the same answer, after the same work, for an unknown email, an account without a password and a wrong
     * one; 401 `second_factor_required` with a challenge; 429 after too many.
     */
    async login(input: { email: string; password: string }, origin: Origin): Promise<SessionTokens> {
      const emailKey = people.emailKeyOf(input.email);
      const address = addressKey(origin.ip);
      await limits.take('loginByAddress', address);
      await limits.take('loginByAccountAndAddress', `${emailKey} ${address}`);
      await limits.take('loginByAccount', emailKey);
      const account = await people.accounts.findByEmail(kysely, emailKey);
      const right = await hashing.matches(account?.password_hash, input.password);
      if (!account || !right) {
        await recordFailure(account?.id ?? null, origin, 'Wrong email or password');
        throw new AppError('login_failed', texts.loginFailedDescription);
      }
      await limits.forgive('loginByAccountAndAddress', `${emailKey} ${address}`);
      await limits.forgive('loginByAccount', emailKey);
      return proceed(account, { by: 'password', origin });
    },

    /** Answers a challenge with a code. 401 `second_factor_failed`; the fifth wrong code ends the challenge. */
    async answerChallenge(
      input: { challenge: string; method: 'totp' | 'recovery_code'; code: string },
      origin: Origin,
    ): Promise<SessionTokens> {
      const taken = await oneTime.attempt(kysely, 'second_factor', input.challenge, codeAttempts);
      if (!taken?.userId) throw codeRefused();
      const { userId } = taken;
      await limits.take('secondFactor', userId);
      const opened = await kysely.transaction().execute(async (trx) => {
        const right =
          input.method === 'totp'
            ? await checks.takeTotp(trx, userId, input.code)
            : await checks.takeRecoveryCode(trx, userId, input.code);
        if (!right) return undefined;
        const tokens = await finishChallenge(trx, input.challenge, origin);
        // Another request consumed the challenge: the code stays valid.
        if (!tokens) throw codeRefused();
        if (input.method === 'recovery_code') {
          await audit.record(trx, {
            origin,
            organizationId: null,
            action: 'second_factor.recovery_code_used',
            subject: { type: 'user', id: userId },
          });
        }
        return tokens;
      });
      if (!opened) {
        await recordFailure(userId, origin, 'Wrong second factor');
        throw codeRefused();
      }
      await limits.forgive('secondFactor', userId);
      return opened;
    },

    /** Opens a session with a passkey, as the second factor or alone. */
    async withPasskey(proof: PasskeyProof, origin: Origin): Promise<SessionTokens> {
      const opened = await kysely.transaction().execute(async (trx) => {
        if (proof.secondFactorOf !== null) return finishChallenge(trx, proof.secondFactorOf, origin);
        const account = await people.accounts.lock(trx, proof.userId);
        return account && sessions.open(trx, account, { origin, by: 'passkey', secondFactor: true });
      });
      if (!opened) throw codeRefused();
      return opened;
    },

    /** Exchanges the ticket of a sign-in at a provider, in the browser that began it. 401 `token_invalid`. */
    async exchangeTicket(ticket: string, cookie: string | undefined, origin: Origin): Promise<SessionTokens> {
      const taken = await oneTime.take(kysely, 'ticket', ticket);
      const account =
        taken?.userId && isSameBrowser(cookie, taken.data.browser)
          ? await people.accounts.find(kysely, taken.userId)
          : undefined;
      if (!account) throw new AppError('sign_in_ticket_invalid', texts.providerSessionFailed);
      return proceed(account, { by: 'provider', origin });
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;

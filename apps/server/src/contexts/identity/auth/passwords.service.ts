import { texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import { addressKey, type RateLimits } from '../../../lib/rate-limits.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import { deleteFactors } from './factors/factors.store.ts';
import type { OneTimeTokens, TokenData } from './one-time-tokens.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { Proofs } from './factors/proof.ts';
import type { ActorBy, Sessions } from './sessions.service.ts';
import type { PasswordRules } from './weak-passwords.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Forgotten, reset and changed passwords. */
export function createPasswords(options: {
  kysely: Kysely<Schema>;
  people: People;
  sessions: Sessions;
  hashing: PasswordHashing;
  passwordRules: PasswordRules;
  proofs: Proofs;
  oneTime: OneTimeTokens;
  audit: Audit;
  mail: Mail;
  limits: RateLimits;
}) {
  const { kysely, people, sessions, hashing, passwordRules, proofs, oneTime, audit, mail, limits } = options;

  /** Mails a link if there is such an account; a new link ends the older ones. */
  async function grant(trx: Kysely<Schema>, request: TokenData<'reset_request'>): Promise<void> {
    const account = await people.accounts.findByEmail(trx, people.emailKeyOf(request.email));
    if (!account) return;
    await oneTime.revoke(trx, { userId: account.id, kind: 'reset_password' });
    const token = await oneTime.issue(trx, 'reset_password', { userId: account.id, data: null });
    const link = `/reset-password?id=${account.id}&token=${token}`;
    const data = { link };
    // To the email of the account, not to the one that was typed: they may differ in their Unicode form.
    await mail.queue(trx, { to: account.email, template: 'reset_password', data });
    await audit.record(trx, {
      origin: { ip: request.ip, userAgent: request.userAgent },
      organizationId: null,
      action: 'password.reset_requested',
      subject: { type: 'user', id: account.id },
    });
  }

  return {
    /**
     * Queues a password reset request. A job checks later whether the account exists, so that response and duration are the
     * same for every email.
     */
    async forget(email: string, { ip, userAgent }: Origin): Promise<void> {
      await limits.take('forgetPasswordByAddress', addressKey(ip));
      await limits.take('forgetPasswordByAccount', people.emailKeyOf(email));
      await oneTime.issue(kysely, 'reset_request', { userId: null, data: { email, ip, userAgent } });
    },

    /** Grants the wishes that are noted, each in a transaction of its own; a job calls it. */
    async grantRequests(signal?: AbortSignal): Promise<void> {
      for (;;) {
        if (signal?.aborted) return;
        const granted = await kysely.transaction().execute(async (trx) => {
          const [request] = await oneTime.takeOldest(trx, 'reset_request', 1);
          if (request) await grant(trx, request.data);
          return request !== undefined;
        });
        if (!granted) return;
      }
    },

    /**
     * Sets a password with the link of a mail, which verifies the email; ends every session. If the email was unverified,
     * also removes second factors: someone else may have set them up. Throws 400 `token_invalid`.
     */
    async reset(link: { id: string; token: string }, password: string, origin: Origin): Promise<void> {
      const invalid = () => badRequest('token_invalid', texts.resetFailed);
      if (!uuid.test(link.id)) throw invalid();
      const known = await oneTime.look(kysely, 'reset_password', link.token);
      if (known?.userId !== link.id.toLowerCase()) throw invalid();
      const owner = await people.accounts.find(kysely, known.userId);
      await passwordRules.require(password, { owner, field: 'password' });
      const stored = await hashing.columnsOf(password);
      await kysely.transaction().execute(async (trx) => {
        const taken = await oneTime.take(trx, 'reset_password', link.token);
        const before = taken?.userId ? await people.accounts.lock(trx, taken.userId) : undefined;
        if (!before) throw invalid();
        const provenNow = before.email_verified_at === null;
        if (provenNow) await deleteFactors(trx, before.id);
        const after = await people.proveEmail(trx, before.id, stored);
        await oneTime.revoke(trx, { userId: before.id });
        await sessions.endWithin(trx, { userId: before.id });
        const to = before.email;
        await mail.queue(trx, { to, template: 'password_changed', data: { how: 'by link' } });
        await audit.record(trx, {
          actor: { user: people.present(after) },
          origin,
          organizationId: null,
          action: 'password.reset',
          subject: { type: 'user', id: before.id },
          after: { emailProven: provenNow },
        });
      });
    },

    /**
     * Changes the password and ends every other session. Throws 400 if the current one is wrong. Accounts without a password
     * set one, with recent proof of identity.
     */
    async change(
      { actor, origin }: ActorBy,
      input: { currentPassword?: string | undefined; newPassword: string },
    ): Promise<void> {
      const userId = actor.user._id;
      await limits.take('proof', userId);
      const account = await people.accounts.find(kysely, userId);
      const current = account?.password_hash ?? null;
      if (current === null) await proofs.require(actor, {});
      if (current !== null && !(await hashing.matches(current, input.currentPassword ?? ''))) {
        throw new AppError('validation_failed', texts.passwordUpdateFailed, {
          fields: [{ field: 'currentPassword', message: texts.passwordUpdateFailed }],
        });
      }
      await passwordRules.require(input.newPassword, { owner: account, field: 'newPassword' });
      const stored = await hashing.columnsOf(input.newPassword);
      await kysely.transaction().execute(async (trx) => {
        const before = await people.accounts.lock(trx, userId);
        if (!before || before.password_hash !== current) {
          throw new AppError('changed_meanwhile', 'The password was changed at the same time');
        }
        await people.accounts.update(trx, userId, stored);
        await oneTime.revoke(trx, { userId });
        await sessions.endWithin(trx, { userId, except: actor.sessionId });
        const to = before.email;
        await mail.queue(trx, { to, template: 'password_changed', data: { how: 'by the account' } });
        const subject = { type: 'user', id: userId };
        await audit.record(trx, { actor, origin, organizationId: null, action: 'password.changed', subject });
      });
      await limits.forgive('proof', userId);
    },
  };
}

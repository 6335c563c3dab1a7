import type { Kysely } from 'kysely';
import { badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { RateLimits } from '../../../lib/rate-limits.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import type { UserAccount } from './accounts.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { Actor } from './sessions.service.ts';

/** Proving that a person reads mail to their email. */
export function createEmailVerification(options: {
  kysely: Kysely<Schema>;
  people: People;
  oneTime: OneTimeTokens;
  audit: Audit;
  mail: Mail;
  limits: RateLimits;
}) {
  const { kysely, people, oneTime, audit, mail, limits } = options;

  /** Mails a link; it ends the older ones. */
  async function invite(trx: Kysely<Schema>, account: UserAccount): Promise<void> {
    await oneTime.revoke(trx, { userId: account.id, kind: 'verify_email' });
    const token = await oneTime.issue(trx, 'verify_email', { userId: account.id, data: null });
    const data = { link: `/verify-email?token=${token}` };
    await mail.queue(trx, { to: account.email, template: 'verify_email', data });
  }

  return {
    invite,

    /** Mails the actor a new link, unless their email is proven. */
    async send(actor: Actor): Promise<void> {
      if (actor.emailVerified) return;
      await limits.take('verificationMail', actor.user._id);
      await kysely.transaction().execute(async (trx) => {
        const account = await people.accounts.lock(trx, actor.user._id);
        if (account && account.email_verified_at === null) await invite(trx, account);
      });
    },

    /**
     * Consumes the token of a verification mail; returns the verified email. Throws 400 `token_invalid` if it is used,
     * expired, or unknown.
     */
    async verify(token: string, origin: Origin): Promise<string> {
      return kysely.transaction().execute(async (trx) => {
        const taken = await oneTime.take(trx, 'verify_email', token);
        const known = taken?.userId ? await people.accounts.lock(trx, taken.userId) : undefined;
        if (!known)
          throw badRequest('token_invalid', 'This link has been used, has expired, or is incomplete');
        const account = await people.proveEmail(trx, known.id);
        await audit.record(trx, {
          actor: { user: people.present(account) },
          origin,
          organizationId: null,
          action: 'email.verified',
          subject: { type: 'user', id: account.id },
        });
        return account.email;
      });
    },
  };
}

export type EmailVerification = ReturnType<typeof createEmailVerification>;

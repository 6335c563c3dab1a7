import type { Kysely } from 'kysely';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import { addMonths } from '../subscriptions/periods.ts';
import { deleteFactors } from './factors/factors.store.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { Proof, Proofs } from './factors/proof.ts';
import type { ActorBy, Sessions } from './sessions.service.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Actions of organizations when a person is removed. */
export interface OwnedOrganizations {
  /**
   * Ends the person's memberships and deletes organizations without other members. Throws 409 `owns_organization` while they own
   * one with other members. `by` removes the account. Call `notify` after the commit.
   */
  releasePerson(trx: Kysely<Schema>, userId: string, by: ActorBy): Promise<{ notify: () => Promise<void> }>;
}

/** Removes accounts: erases the person and keeps their actions as those of a removed person. */
export function createRemoval(options: {
  kysely: Kysely<Schema>;
  people: People;
  sessions: Sessions;
  oneTime: OneTimeTokens;
  proofs: Proofs;
  audit: Audit;
  mail: Mail;
  organizations: OwnedOrganizations;
  /** Other modules of this context that store something about a person. */
  forgetting: Hook<[trx: Kysely<Schema>, userId: string]>;
  /** Months for which organizations must be able to name actors; null: not configured, so permanently. */
  namesStoredMonths: number | null;
  now: () => number;
}) {
  const {
    kysely,
    people,
    sessions,
    oneTime,
    proofs,
    audit,
    mail,
    organizations,
    forgetting,
    namesStoredMonths,
    now,
  } = options;
  const namesStoredSince = (): Date | undefined =>
    namesStoredMonths === null ? undefined : addMonths(new Date(now()), -namesStoredMonths);

  return {
    /**
     * Removes an account: one's own, or any as the operator. 404 for an account that is not the actor's to remove,
     * 403 without a recent proof, 409 `owns_organization`.
     */
    async remove({ actor, origin }: ActorBy, userId: string, proof: Proof): Promise<void> {
      const id = userId.toLowerCase();
      const own = id === actor.user._id;
      if (!uuid.test(id) || (!own && actor.user.role !== 'operator')) throw notFound('Account not found');
      await proofs.require(actor, proof);
      const released = await kysely.transaction().execute(async (trx) => {
        const account = await people.accounts.lock(trx, id);
        if (!account) throw notFound('Account not found');
        const gone = await organizations.releasePerson(trx, id, { actor, origin });
        await deleteFactors(trx, id);
        await oneTime.revoke(trx, { userId: id });
        await sessions.forgetPerson(trx, id);
        // An unverified email may belong to someone else: messages to it are kept.
        const proven = account.email_verified_at !== null;
        await mail.forgetPerson(trx, { email: account.email, proven });
        await forgetting.run(trx, id);
        await people.accounts.update(trx, id, {
          name: 'Deleted',
          surname: '',
          email: '',
          email_key: `removed:${id}`,
          password_hash: null,
          password_length: null,
          email_verified_at: null,
          role: 'user',
          notifications: {},
          removed_at: new Date(now()),
        });
        await audit.erasePerson(
          trx,
          { userId: id, namesStoredSince: namesStoredSince(), ...(proven && { email: account.email }) },
          { reason: 'An account was removed' },
        );
        await audit.record(trx, {
          // Whoever removes themselves is not named again in the log.
          actor: own
            ? { user: { _id: id, name: 'Deleted', surname: '', email: '', role: account.role } }
            : actor,
          ...(own ? {} : { origin }),
          organizationId: null,
          action: 'user.removed',
          subject: { type: 'user', id },
        });
        return gone;
      });
      await released.notify();
    },

    /**
     * Erases an email without account (an invited person) from the audit log; for the operator. Throws 409 if an account has
     * it: removing the account erases its data.
     */
    async eraseEmail(
      { actor, origin }: ActorBy,
      request: { email: string; reason: string },
    ): Promise<number> {
      return kysely.transaction().execute(async (trx) => {
        if (await people.findByEmailKey(trx, people.emailKeyOf(request.email))) {
          throw conflict('An account uses this email. Remove the account to erase it.');
        }
        const by = { actor, origin, reason: request.reason };
        const erased = await audit.erasePerson(trx, { email: request.email }, by);
        await audit.record(trx, {
          ...by,
          organizationId: null,
          action: 'audit.person_erased',
          subject: { type: 'audit_log', id: null },
          after: { entries: [], erased },
        });
        return erased;
      });
    },

    /** Erases the names of removed people once organizations need not name them any longer. */
    async eraseOldNames(): Promise<void> {
      const since = namesStoredSince();
      if (since) await audit.eraseNamesBefore(since);
    },
  };
}

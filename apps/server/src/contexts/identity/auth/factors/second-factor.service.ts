import type { Kysely } from 'kysely';
import { badRequest, conflict } from '../../../../lib/app-error.ts';
import type { Schema } from '../../../../db/schema.ts';
import type { RateLimits } from '../../../../lib/rate-limits.ts';
import type { SecretBox } from '../../../../lib/secret-box.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Mail } from '../../mail/mail.service.ts';
import type { People } from '../../people/people.service.ts';
import { type FactorChecks, totpPurpose } from './factor-checks.ts';
import {
  confirmTotpRow,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  listIdentities,
  listPasskeys,
  putUnconfirmedTotp,
} from './factors.store.ts';
import { presentPasskey } from './passkeys.presenter.ts';
import type { Proof, Proofs } from './proof.ts';
import type { Actor, ActorBy, Sessions } from '../sessions.service.ts';
import { makeTotpSecret, totpUri } from './totp.ts';

/** Authenticator app and recovery codes, and the overview of everything one signs in with. */
export function createSecondFactors(options: {
  kysely: Kysely<Schema>;
  people: People;
  sessions: Sessions;
  checks: FactorChecks;
  proofs: Proofs;
  audit: Audit;
  mail: Mail;
  box: SecretBox;
  limits: RateLimits;
  now: () => number;
}) {
  const { kysely, people, sessions, checks, proofs, audit, mail, box, limits, now } = options;

  /** Tells the person by mail and the audit log. */
  async function notify(
    trx: Kysely<Schema>,
    { actor, origin }: ActorBy,
    what: {
      action:
        | 'second_factor.totp_enabled'
        | 'second_factor.totp_disabled'
        | 'second_factor.recovery_codes_made';
      change: string;
    },
  ): Promise<void> {
    const { user } = actor;
    const data = { change: what.change };
    await mail.queue(trx, { to: user.email, template: 'second_factor_changed', data });
    const subject = { type: 'user', id: user._id };
    await audit.record(trx, { actor, origin, organizationId: null, action: what.action, subject });
  }

  return {
    /** How the actor signs in. */
    async overview(actor: Actor) {
      const userId = actor.user._id;
      const account = await people.accounts.find(kysely, userId);
      const totp = await findTotp(kysely, userId);
      const passkeys = await listPasskeys(kysely, userId);
      const identities = await listIdentities(kysely, userId);
      return {
        password: typeof account?.password_hash === 'string',
        totp: { enabled: Boolean(totp?.confirmed_at), since: totp?.confirmed_at?.toISOString() ?? null },
        recoveryCodesLeft: await countRecoveryCodes(kysely, userId),
        passkeys: passkeys.map(presentPasskey),
        identities: identities.map(({ name, issuer, linked_at }) => ({
          name,
          issuer,
          linkedAt: linked_at.toISOString(),
        })),
        recentProof: proofs.isRecent(actor),
        secondFactor: actor.secondFactor,
      };
    },

    /** A new secret that waits for its first code. 409 if an authenticator app is set up already. */
    async setUp({ actor }: ActorBy, proof: Proof): Promise<{ secret: string; uri: string }> {
      await proofs.require(actor, proof);
      const secret = makeTotpSecret();
      const userId = actor.user._id;
      const sealed = box.seal(totpPurpose(userId), secret);
      if (!(await putUnconfirmedTotp(kysely, { userId, secret: sealed, now: new Date(now()) }))) {
        throw conflict('An authenticator app is already set up');
      }
      return { secret, uri: totpUri(secret, actor.user.email) };
    },

    /** Turns on the authenticator app; returns recovery codes. Throws 400 `second_factor_failed` for a wrong code. */
    async confirm(by: ActorBy, code: string): Promise<string[]> {
      const userId = by.actor.user._id;
      await limits.take('secondFactor', userId);
      const recoveryCodes = await kysely.transaction().execute(async (trx) => {
        const right = await checks.takeTotp(trx, userId, code, false);
        if (!right || !(await confirmTotpRow(trx, userId, new Date(now())))) {
          throw badRequest('second_factor_code_wrong', 'The code is wrong');
        }
        const codes = await checks.makeRecoveryCodes(trx, userId);
        await sessions.prove(trx, by.actor.sessionId);
        // Those that were opened without a second factor.
        await sessions.endWithin(trx, { userId, except: by.actor.sessionId });
        const change = 'An authenticator app was added to your account. Other sessions were ended.';
        await notify(trx, by, { action: 'second_factor.totp_enabled', change });
        return codes;
      });
      await limits.forgive('secondFactor', userId);
      return recoveryCodes;
    },

    /** Turns off the authenticator app. Throws 409 if there is none. */
    async remove(by: ActorBy, proof: Proof): Promise<void> {
      await proofs.require(by.actor, proof);
      const userId = by.actor.user._id;
      await kysely.transaction().execute(async (trx) => {
        if (!(await deleteTotp(trx, userId))) {
          throw conflict('No authenticator app is set up');
        }
        await checks.dropIdleRecoveryCodes(trx, userId);
        const change = 'The authenticator app was removed from your account.';
        await notify(trx, by, { action: 'second_factor.totp_disabled', change });
      });
    },

    /** New recovery codes instead of the old ones. 409 without a second factor. */
    async renewRecoveryCodes(by: ActorBy, proof: Proof): Promise<string[]> {
      await proofs.require(by.actor, proof);
      const userId = by.actor.user._id;
      return kysely.transaction().execute(async (trx) => {
        if ((await checks.methodsOf(trx, userId)).length === 0) {
          throw conflict('Set up a second factor first');
        }
        const codes = await checks.makeRecoveryCodes(trx, userId);
        const change = 'New recovery codes were generated for your account. The old codes no longer work.';
        await notify(trx, by, { action: 'second_factor.recovery_codes_made', change });
        return codes;
      });
    },
  };
}

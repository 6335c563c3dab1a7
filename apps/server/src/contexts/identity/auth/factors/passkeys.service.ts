import { randomUUID } from 'node:crypto';
import type { PasskeyAnswer, PasskeyRegistration } from '@hopscope/contract';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, notFound } from '../../../../lib/app-error.ts';
import type { Schema } from '../../../../db/schema.ts';
import type { PublicUrl } from '../../../../lib/public-url.ts';
import type { AuditAction } from '@hopscope/contract';
import type { Audit } from '../../audit/audit.service.ts';
import type { Mail } from '../../mail/mail.service.ts';
import type { FactorChecks } from './factor-checks.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  renamePasskeyRow,
} from './factors.store.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import { presentPasskey } from './passkeys.presenter.ts';
import type { Proof, Proofs } from './proof.ts';
import type { ActorBy, Sessions } from '../sessions.service.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const maxPasskeys = 20;
const signInFailed = () => new AppError('second_factor_failed', 'The passkey could not be verified');
const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId));

/** A passkey that has answered: whose it is, and the challenge for the second factor that it answers. */
export interface PasskeyProof {
  userId: string;
  secondFactorOf: string | null;
}

/** Passkeys (WebAuthn level 3): making, using, naming, removing. */
export function createPasskeys(options: {
  kysely: Kysely<Schema>;
  oneTime: OneTimeTokens;
  sessions: Sessions;
  checks: FactorChecks;
  proofs: Proofs;
  audit: Audit;
  mail: Mail;
  publicUrl: PublicUrl;
  now: () => number;
}) {
  const { kysely, oneTime, sessions, checks, proofs, audit, mail, publicUrl, now } = options;

  function relyingParty(): { id: string; origin: string } {
    const party = publicUrl.relyingParty();
    if (!party) throw badRequest('bad_request', 'Passkeys require an HTTPS address of this server');
    return party;
  }

  async function notify(
    trx: Kysely<Schema>,
    { actor, origin }: ActorBy,
    what: { action: AuditAction; passkey: PasskeyRow; change?: string },
  ): Promise<void> {
    const { user } = actor;
    if (what.change !== undefined) {
      const data = { change: what.change };
      await mail.queue(trx, { to: user.email, template: 'second_factor_changed', data });
    }
    await audit.record(trx, {
      actor,
      origin,
      organizationId: null,
      action: what.action,
      subject: { type: 'passkey', id: what.passkey.id },
      after: { name: what.passkey.name },
    });
  }

  /** Verifies a response and returns its counter; rejects a decreasing counter (section 6.1.1). */
  async function verify(
    answer: PasskeyAnswer,
    passkey: PasskeyRow,
    expected: { challenge: string; userVerification: boolean },
  ): Promise<bigint | undefined> {
    const { id, origin } = relyingParty();
    try {
      const result = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: expected.challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: expected.userVerification,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
      });
      return result.verified ? BigInt(result.authenticationInfo.newCounter) : undefined;
    } catch {
      // The library throws for any invalid response of the client.
      return undefined;
    }
  }

  return {
    /** Options for a new passkey that can also sign in without a password. */
    async registrationOptions({ actor }: ActorBy, proof: Proof) {
      await proofs.require(actor, proof);
      const { user } = actor;
      const known = await listPasskeys(kysely, user._id);
      if (known.length >= maxPasskeys) throw conflict('Remove a passkey first');
      const made = await generateRegistrationOptions({
        rpName: 'Hopscope',
        rpID: relyingParty().id,
        userName: user.email,
        userDisplayName: `${user.name} ${user.surname}`,
        userID: userHandleOf(user._id),
        attestationType: 'none',
        excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: row.transports })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      const handle = await oneTime.issue(kysely, 'passkey_registration', {
        userId: user._id,
        data: { challenge: made.challenge },
      });
      return { options: { ...made }, handle };
    },

    /** Stores a new passkey; the first second factor returns recovery codes. Throws 400 if the response is invalid. */
    async add(by: ActorBy, input: { handle: string; name: string; response: PasskeyRegistration }) {
      const { user, sessionId } = by.actor;
      const refused = () => badRequest('second_factor_code_wrong', 'The passkey could not be verified');
      const taken = await oneTime.take(kysely, 'passkey_registration', input.handle);
      if (!taken || taken.userId !== user._id) throw refused();
      const { id: rpId, origin } = relyingParty();
      const verified = await verifyRegistrationResponse({
        response: input.response,
        expectedChallenge: taken.data.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: false,
      }).catch(() => undefined);
      if (!verified?.verified) throw refused();
      const { credential } = verified.registrationInfo;
      const row: PasskeyRow = {
        id: randomUUID(),
        user_id: user._id,
        credential_id: credential.id,
        public_key: credential.publicKey,
        counter: BigInt(credential.counter),
        transports: [...(credential.transports ?? [])],
        name: input.name,
        created_at: new Date(now()),
        last_used_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        const first = (await checks.methodsOf(trx, user._id)).length === 0;
        if (!(await insertPasskey(trx, row))) throw refused();
        const recoveryCodes = first ? await checks.makeRecoveryCodes(trx, user._id) : null;
        await sessions.prove(trx, sessionId);
        // Those that were opened without a second factor.
        if (first) await sessions.endWithin(trx, { userId: user._id, except: sessionId });
        const change = 'A passkey was added to your account.';
        await notify(trx, by, { action: 'second_factor.passkey_added', passkey: row, change });
        return { passkey: presentPasskey(row), recoveryCodes };
      });
    },

    /** Options for signing in: with any passkey, or as the second factor of `challenge`. 401 if that is out of date. */
    async signInOptions(challenge: string | undefined) {
      const taken =
        challenge === undefined ? undefined : await oneTime.look(kysely, 'second_factor', challenge);
      if (challenge !== undefined && !taken) throw signInFailed();
      const own = taken?.userId ? await listPasskeys(kysely, taken.userId) : undefined;
      const made = await generateAuthenticationOptions({
        rpID: relyingParty().id,
        userVerification: own ? 'preferred' : 'required',
        ...(own
          ? { allowCredentials: own.map((row) => ({ id: row.credential_id, transports: row.transports })) }
          : {}),
      });
      const handle = await oneTime.issue(kysely, 'passkey_sign_in', {
        userId: taken?.userId ?? null,
        data: { challenge: made.challenge, secondFactorOf: challenge ?? null },
      });
      return { options: { ...made }, handle };
    },

    /** Checks an answer to `signInOptions`, which it uses up. 401 where anything does not fit. */
    async answer(input: { handle: string; response: PasskeyAnswer }): Promise<PasskeyProof> {
      const taken = await oneTime.take(kysely, 'passkey_sign_in', input.handle);
      const passkey = taken && (await findPasskey(kysely, input.response.id));
      if (!taken || !passkey) throw signInFailed();
      if (taken.userId !== null && passkey.user_id !== taken.userId) throw signInFailed();
      const { userHandle } = input.response.response;
      if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id) {
        throw signInFailed();
      }
      const { challenge, secondFactorOf } = taken.data;
      const userVerification = secondFactorOf === null;
      const counter = await verify(input.response, passkey, { challenge, userVerification });
      if (counter === undefined) throw signInFailed();
      const use = { id: passkey.id, from: passkey.counter, to: counter, now: new Date(now()) };
      if (!(await notePasskeyUse(kysely, use))) throw signInFailed();
      return { userId: passkey.user_id, secondFactorOf };
    },

    /** 404 if it is not one of the actor's. */
    async rename(by: ActorBy, id: string, name: string) {
      return kysely.transaction().execute(async (trx) => {
        const row = uuid.test(id)
          ? await renamePasskeyRow(trx, { id, userId: by.actor.user._id, name })
          : undefined;
        if (!row) throw notFound('Passkey not found');
        await notify(trx, by, { action: 'second_factor.passkey_renamed', passkey: row });
        return presentPasskey(row);
      });
    },

    /** 404 if it is not one of the actor's. */
    async remove(by: ActorBy, id: string, proof: Proof): Promise<void> {
      await proofs.require(by.actor, proof);
      const userId = by.actor.user._id;
      await kysely.transaction().execute(async (trx) => {
        const row = uuid.test(id) ? await deletePasskey(trx, { id, userId }) : undefined;
        if (!row) throw notFound('Passkey not found');
        await checks.dropIdleRecoveryCodes(trx, userId);
        const change = 'A passkey was removed from your account.';
        await notify(trx, by, { action: 'second_factor.passkey_removed', passkey: row, change });
      });
    },
  };
}

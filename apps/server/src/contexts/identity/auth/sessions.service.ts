import { randomUUID } from 'node:crypto';
import type { SessionTokens, User } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { notFound, unauthorized } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { Audit } from '../audit/audit.service.ts';
import { isDemoEmail } from '../people/demo-email.ts';
import type { People } from '../people/people.service.ts';
import type { UserAccount } from './accounts.ts';
import type { KeyOfActor } from '../api-keys/key-use.service.ts';
import { deviceOf } from './device.ts';
import type { SessionMemory } from './session-memory.ts';
import {
  deleteOldSessions,
  deleteSessionsOf,
  endSessions,
  findOpenSessions,
  findSessionUser,
  findUsedRefresh,
  insertSession,
  listOpenSessions,
  markProven,
  rotateSession,
} from './sessions.store.ts';
import { hashRefresh, type Tokens } from './tokens.ts';

/** The person behind a request: signed in, or as whom an API key acts. */
export interface Actor {
  user: User;
  /** Empty with an API key. */
  sessionId: string;
  /** The API key of the request, which limits what the person may do. */
  key?: KeyOfActor;
  /** The unique form of the email. */
  emailKey: string;
  emailVerified: boolean;
  /** Whether this session was opened with a second factor. */
  secondFactor: boolean;
  /** The longest length that the password is known to have; null without a password, and with an API key. */
  passwordLength: number | null;
  /** Null with an API key. */
  signedInAt: Date | null;
  /** Last time at which a second factor or provider was used in this session. */
  provenAt: Date | null;
  /** When the access token of the request ends; milliseconds since 1970. */
  tokenEndsAt: number;
}
export interface ActorBy {
  actor: Actor;
  origin: Origin;
}

/** How a session is opened. */
export interface Opening {
  origin: Origin;
  by: 'password' | 'provider' | 'passkey' | 'demo';
  secondFactor: boolean;
}

/** A session that is not used ends after this many days. */
const unusedDays = 14;

/** Sessions: opening, refreshing, ending. */
export function createSessions(options: {
  kysely: Kysely<Schema>;
  smallReads: Kysely<Schema>;
  memory: SessionMemory;
  tokens: Tokens;
  people: People;
  audit: Audit;
  /** Days after which a session ends even if it is used. */
  sessionMaxDays: number;
  now: () => number;
}) {
  const { kysely, smallReads, memory, tokens, people, audit, sessionMaxDays, now } = options;
  const expiry = (): Date => new Date(now() + Math.min(unusedDays, sessionMaxDays) * millisecondsOfDay);

  return {
    /** Opens a session in the transaction of the sign-in, and records it. */
    async open(trx: Kysely<Schema>, account: UserAccount, opening: Opening): Promise<SessionTokens> {
      const { origin, by, secondFactor } = opening;
      const id = randomUUID();
      const refresh = tokens.makeRefresh();
      const time = new Date(now());
      await insertSession(trx, {
        id,
        user_id: account.id,
        refresh_hash: refresh.hash,
        created_at: time,
        expires_at: expiry(),
        ended_at: null,
        ip: origin.ip,
        user_agent: origin.userAgent,
        last_seen_at: time,
        second_factor: secondFactor,
        proven_at: secondFactor || by !== 'password' ? time : null,
      });
      const user = people.present(account);
      await audit.record(trx, {
        actor: { user },
        origin,
        organizationId: null,
        action: 'user.signed_in',
        subject: { type: 'session', id },
        after: { by, secondFactor },
      });
      const accessToken = await tokens.signAccess({ userId: account.id, sessionId: id });
      return { accessToken, refreshToken: refresh.token, user };
    },

    /**
     * Exchanges a refresh token; each works once. Reuse shows that two parties have it: ends the session (RFC 9700, section
     * 4.14.2). Throws 401.
     */
    async refresh(refreshToken: string, origin: Origin): Promise<SessionTokens> {
      const next = tokens.makeRefresh();
      const hash = hashRefresh(refreshToken);
      const opened = await kysely.transaction().execute(async (trx) => {
        const session = await rotateSession(trx, {
          hash,
          nextHash: next.hash,
          now: new Date(now()),
          expiresAt: expiry(),
          longest: sessionMaxDays * millisecondsOfDay,
          ip: origin.ip,
          userAgent: origin.userAgent,
        });
        if (session) {
          const account = await people.accounts.find(trx, session.user_id);
          return account && { account, sessionId: session.id };
        }
        const used = await findUsedRefresh(trx, hash);
        if (used) {
          await endSessions(trx, {
            userId: used.session.user_id,
            only: used.session.id,
            now: new Date(now()),
          });
          await audit.record(trx, {
            origin,
            organizationId: null,
            action: 'session.family_revoked',
            subject: { type: 'session', id: used.session.id },
            reason: 'A refresh token was used twice',
          });
        }
        return undefined;
      });
      if (!opened) throw unauthorized('Please sign in');
      const { account, sessionId } = opened;
      const accessToken = await tokens.signAccess({ userId: account.id, sessionId });
      return { accessToken, refreshToken: next.token, user: people.present(account) };
    },

    /** The person behind an `Authorization` header. 401 if it is missing, wrong, expired or its session has ended. */
    async authenticate(header: string | undefined): Promise<Actor> {
      const token = header?.match(/^Bearer (\S+)$/i)?.[1];
      if (token === undefined) throw unauthorized('Please sign in');
      const { userId, sessionId, endsAt } = await tokens.verifyAccess(token);
      const found = await memory.find(sessionId, () =>
        findSessionUser(smallReads, sessionId, new Date(now())),
      );
      if (found?.user.id !== userId) throw unauthorized('Please sign in');
      const user = people.present(found.user);
      return {
        user,
        sessionId,
        emailKey: found.user.email_key,
        emailVerified: user.emailVerified,
        secondFactor: found.secondFactor,
        passwordLength: found.user.password_length,
        signedInAt: found.signedInAt,
        provenAt: found.provenAt,
        tokenEndsAt: endsAt,
      };
    },

    /** Those of the sessions that are still open. */
    async stillOpen(sessionIds: readonly string[]): Promise<Set<string>> {
      return new Set(await findOpenSessions(kysely, sessionIds, new Date(now())));
    },

    /** Open sessions of the actor, the latest first. */
    async list(actor: Actor) {
      const all = await listOpenSessions(kysely, actor.user._id, new Date(now()));
      // Accounts of the demo are shared: the other sessions are those of strangers.
      const rows = isDemoEmail(actor.emailKey) ? all.filter((row) => row.id === actor.sessionId) : all;
      return rows.map((row) => ({
        id: row.id,
        device: deviceOf(row.user_agent),
        ip: row.ip,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: (row.last_seen_at ?? row.created_at).toISOString(),
        current: row.id === actor.sessionId,
        secondFactor: row.second_factor,
      }));
    },

    /** Ends one of the actor's own sessions. 404 if it is not open or not theirs. */
    async end({ actor, origin }: ActorBy, sessionId: string): Promise<void> {
      const open = await listOpenSessions(kysely, actor.user._id, new Date(now()));
      if (!open.some((row) => row.id === sessionId)) throw notFound('Session not found');
      await kysely.transaction().execute(async (trx) => {
        const ended = await endSessions(trx, {
          userId: actor.user._id,
          only: sessionId,
          now: new Date(now()),
        });
        if (ended.length === 0) throw notFound('Session not found');
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: sessionId === actor.sessionId ? 'user.signed_out' : 'session.ended',
          subject: { type: 'session', id: sessionId },
        });
      });
    },

    /** Ends every other session of the caller; returns how many. */
    async endOthers({ actor, origin }: ActorBy): Promise<number> {
      return kysely.transaction().execute(async (trx) => {
        const ended = await endSessions(trx, {
          userId: actor.user._id,
          except: actor.sessionId,
          now: new Date(now()),
        });
        if (ended.length > 0) {
          await audit.record(trx, {
            actor,
            origin,
            organizationId: null,
            action: 'session.ended',
            subject: { type: 'user', id: actor.user._id },
            after: { sessions: ended },
          });
        }
        return ended.length;
      });
    },

    /**
     * Ends the sessions of a person, or with null everyone's except that of the caller, who is the operator. Returns how many
     * were open. Throws 404 if there is no such account.
     */
    async endOfPerson({ actor, origin }: ActorBy, email: string | null): Promise<number> {
      return kysely.transaction().execute(async (trx) => {
        const account =
          email === null ? null : await people.accounts.findByEmail(trx, people.emailKeyOf(email));
        if (account === undefined) throw notFound('No account has this email');
        const ended = await endSessions(trx, {
          ...(account ? { userId: account.id } : { except: actor.sessionId }),
          now: new Date(now()),
        });
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'session.ended',
          subject: account ? { type: 'user', id: account.id } : { type: 'session', id: null },
          after: { everyone: account === null, sessions: ended.length },
        });
        return ended.length;
      });
    },

    /** Ends sessions as part of another change, which records it. */
    async endWithin(trx: Kysely<Schema>, which: { userId: string; except?: string }): Promise<void> {
      await endSessions(trx, { ...which, now: new Date(now()) });
    },
    /** Records the use of a factor in this session. */
    async prove(trx: Kysely<Schema>, sessionId: string): Promise<void> {
      await markProven(trx, sessionId, new Date(now()));
    },
    /** Deletes sessions with their device data. */
    async forgetPerson(trx: Kysely<Schema>, userId: string): Promise<void> {
      await deleteSessionsOf(trx, userId);
    },
    /** Forgets sessions 30 days after their end. */
    async forgetOld(): Promise<void> {
      await deleteOldSessions(kysely, new Date(now() - 30 * millisecondsOfDay));
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

import { randomBytes, randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { texts, type User } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, unauthorized } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import {
  endSession,
  findSessionUser,
  findUserByEmail,
  insertSession,
  insertUser,
  rotateSession,
  type UserRow,
} from './auth.store.ts';
import { hashRefresh, type Tokens } from './tokens.ts';

/** The signed-in person behind a request. */
export interface Actor {
  user: User;
  sessionId: string;
  /** The unique form of the email. */
  emailKey: string;
  emailVerified: boolean;
  /** Whether this session was opened with a second factor. */
  secondFactor: boolean;
}

/** OWASP password storage: argon2id with 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const sessionDays = 14;

function presentUser(row: UserRow): User {
  return {
    _id: row.id,
    name: row.name,
    surname: row.surname,
    email: row.email,
    role: row.role,
    emailVerified: false,
    provider: row.role === 'operator',
  };
}

/** Emails that differ only in case or Unicode form are the same account. */
function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** Accounts and sessions. */
export function createAuth({
  kysely,
  tokens,
  now,
}: {
  kysely: Kysely<Schema>;
  tokens: Tokens;
  now: () => number;
}) {
  // Compared with for unknown emails, so that they take as long as known ones.
  const decoy = hash(randomBytes(16).toString('hex'), argon);

  const expiry = (): Date => new Date(now() + sessionDays * 86_400_000);

  async function open(row: UserRow): Promise<{ accessToken: string; refreshToken: string; user: User }> {
    const sessionId = randomUUID();
    const refresh = tokens.makeRefresh();
    await insertSession(kysely, {
      id: sessionId,
      user_id: row.id,
      refresh_hash: refresh.hash,
      created_at: new Date(now()),
      expires_at: expiry(),
      ended_at: null,
      ip: '',
      user_agent: '',
      last_seen_at: null,
      second_factor: false,
      proven_at: null,
    });
    const accessToken = await tokens.signAccess({ userId: row.id, sessionId });
    return { accessToken, refreshToken: refresh.token, user: presentUser(row) };
  }

  return {
    /** Creates an account and its first session. 409 if the email is taken. */
    async signup(input: { name: string; surname: string; email: string; password: string }) {
      const row = await insertUser(kysely, {
        id: randomUUID(),
        name: input.name,
        surname: input.surname,
        email: input.email,
        email_key: emailKeyOf(input.email),
        password_hash: await hash(input.password, argon),
        role: 'user',
        created_at: new Date(now()),
        email_verified_at: null,
        removed_at: null,
        theme: null,
      });
      if (!row) {
        throw new AppError('email_taken', 409, 'An account with this email exists already', {
          fields: [{ field: 'email', message: 'An account with this email exists already' }],
        });
      }
      return open(row);
    },

    /** 401 with the same answer for an unknown email and a wrong password. */
    async login(input: { email: string; password: string }) {
      const row = await findUserByEmail(kysely, emailKeyOf(input.email));
      const matches = await verify(row?.password_hash ?? (await decoy), input.password);
      if (!row || !matches) throw new AppError('login_failed', 401, texts.loginFailedDescription);
      return open(row);
    },

    /** Exchanges a refresh token; each works once. */
    async refresh(refreshToken: string) {
      const next = tokens.makeRefresh();
      const rotated = await rotateSession(kysely, {
        hash: hashRefresh(refreshToken),
        nextHash: next.hash,
        now: new Date(now()),
        expiresAt: expiry(),
      });
      if (!rotated) throw unauthorized('Please sign in');
      const { sessionId, user } = rotated;
      const accessToken = await tokens.signAccess({ userId: user.id, sessionId });
      return { accessToken, refreshToken: next.token, user: presentUser(user) };
    },

    /** The person behind an `Authorization` header. 401 if it is missing, wrong, expired or its session has ended. */
    async authenticate(header: string | undefined): Promise<Actor> {
      const token = header?.match(/^Bearer (\S+)$/i)?.[1];
      if (token === undefined) throw unauthorized('Please sign in');
      const { userId, sessionId } = await tokens.verifyAccess(token);
      const row = await findSessionUser(kysely, { sessionId, userId, now: new Date(now()) });
      if (!row) throw unauthorized('Please sign in');
      return {
        user: presentUser(row),
        sessionId,
        emailKey: row.email_key,
        emailVerified: false,
        secondFactor: false,
      };
    },

    async logout(actor: Actor): Promise<void> {
      await endSession(kysely, actor.sessionId, new Date(now()));
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;

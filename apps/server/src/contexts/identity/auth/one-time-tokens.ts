import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../db/schema.ts';
import { type SecretBox, unlessBroken } from '../../../lib/secret-box.ts';
import {
  countAttempt,
  deleteExpired,
  deleteTokens,
  findToken,
  insertToken,
  takeOldest,
  takeToken,
  type TokenRow,
} from './one-time-tokens.store.ts';

const minute = 60_000;
const nothing = z.null();

/** Kinds of tokens with their lifetime and content. */
export const tokenKinds = {
  verify_email: { ms: 3 * 24 * 60 * minute, data: nothing },
  reset_password: { ms: 60 * minute, data: nothing },
  /** Requested password reset, before checking whether the account exists. */
  reset_request: {
    ms: 60 * minute,
    data: z.object({ email: z.string(), ip: z.string(), userAgent: z.string() }),
  },
  /** Passed the first factor, but not the second. */
  second_factor: { ms: 5 * minute, data: z.object({ by: z.enum(['password', 'provider']) }) },
  passkey_registration: { ms: 5 * minute, data: z.object({ challenge: z.string() }) },
  passkey_sign_in: {
    ms: 5 * minute,
    data: z.object({ challenge: z.string(), secondFactorOf: z.string().nullable() }),
  },
  /** `browser` is the SHA-256 of the cookie that the same browser brings back. */
  provider_flow: {
    ms: 10 * minute,
    data: z.object({ browser: z.string(), nonce: z.string(), verifier: z.string() }),
  },
  ticket: { ms: minute, data: z.object({ browser: z.string() }) },
  operator_setup: { ms: 7 * 24 * 60 * minute, data: nothing },
} as const;
export type TokenKind = keyof typeof tokenKinds;
export type TokenData<K extends TokenKind> = z.output<(typeof tokenKinds)[K]['data']>;

/** A token that is good: whose it is and what it carries. */
export interface ConsumedToken<K extends TokenKind> {
  userId: string | null;
  data: TokenData<K>;
  attempts: number;
}

/** SHA-256 of a token; the token itself isn't stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Random 256-bit tokens with a limited lifetime; stored as hashes, with encrypted content. */
export function createOneTimeTokens({ box, now }: { box: SecretBox; now: () => number }) {
  const purpose = (kind: TokenKind): string => `one-time token ${kind}`;

  function read<K extends TokenKind>(kind: K, row: TokenRow | undefined): ConsumedToken<K> | undefined {
    if (!row) return undefined;
    const sealed = row.data;
    const carried = sealed ? unlessBroken(() => box.open(purpose(kind), sealed)) : 'null';
    if (carried === undefined) return undefined;
    // Which schema belongs to K is clear to readers, not to the compiler.
    const data = tokenKinds[kind].data.parse(JSON.parse(carried)) as TokenData<K>;
    return { userId: row.user_id, data, attempts: row.attempts };
  }
  const tokenKey = (kind: TokenKind, token: string) => ({
    kind,
    hash: hashToken(token),
    now: new Date(now()),
  });

  return {
    /** Makes a token. */
    async issue<K extends TokenKind>(
      trx: Kysely<Schema>,
      kind: K,
      holder: { userId: string | null; data: TokenData<K> },
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await insertToken(trx, {
        hash: hashToken(token),
        kind,
        user_id: holder.userId,
        data: holder.data === null ? null : box.seal(purpose(kind), JSON.stringify(holder.data)),
        created_at: new Date(now()),
        expires_at: new Date(now() + tokenKinds[kind].ms),
      });
      return token;
    },
    /** Uses a token up; undefined if it is unknown, of another kind, used or out of date. Of several takers one gets it. */
    async take<K extends TokenKind>(
      db: Kysely<Schema>,
      kind: K,
      token: string,
    ): Promise<ConsumedToken<K> | undefined> {
      return read(kind, await takeToken(db, tokenKey(kind, token)));
    },
    /** Looks at a token without using it up. */
    async look<K extends TokenKind>(
      db: Kysely<Schema>,
      kind: K,
      token: string,
    ): Promise<ConsumedToken<K> | undefined> {
      return read(kind, await findToken(db, tokenKey(kind, token)));
    },
    /** Counts an attempt with a token; undefined if `limit` attempts were made before. */
    async attempt<K extends TokenKind>(
      db: Kysely<Schema>,
      kind: K,
      token: string,
      limit: number,
    ): Promise<ConsumedToken<K> | undefined> {
      return read(kind, await countAttempt(db, { ...tokenKey(kind, token), limit }));
    },
    /** Consumes the oldest tokens of a kind, regardless of the owner. */
    async takeOldest<K extends TokenKind>(
      trx: Kysely<Schema>,
      kind: K,
      limit: number,
    ): Promise<ConsumedToken<K>[]> {
      const rows = await takeOldest(trx, kind, limit);
      return rows.flatMap((row) => read(kind, row) ?? []);
    },
    /** Deletes tokens of a person (null: without person), of one kind or all. */
    async revoke(trx: Kysely<Schema>, which: { userId: string | null; kind?: TokenKind }): Promise<void> {
      await deleteTokens(trx, which);
    },
    async forgetExpired(db: Kysely<Schema>): Promise<void> {
      await deleteExpired(db, new Date(now()));
    },
  };
}

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

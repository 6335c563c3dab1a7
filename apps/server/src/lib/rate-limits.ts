import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { texts } from '@hopscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { AppError } from './app-error.ts';

/** Maximum numbers of attempts within minutes. Addresses get more: an office shares one. */
export const rateLimits = {
  loginByAccountAndAddress: { attempts: 10, minutes: 15 },
  loginByAccount: { attempts: 100, minutes: 15 },
  loginByAddress: { attempts: 300, minutes: 15 },
  signup: { attempts: 120, minutes: 60 },
  forgetPasswordByAccount: { attempts: 5, minutes: 60 },
  forgetPasswordByAddress: { attempts: 60, minutes: 60 },
  verificationMail: { attempts: 5, minutes: 60 },
  secondFactor: { attempts: 20, minutes: 60 },
  proof: { attempts: 20, minutes: 15 },
  joinByCode: { attempts: 20, minutes: 60 },
  invitations: { attempts: 300, minutes: 60 },
  demoSignIn: { attempts: 120, minutes: 60 },
  contactSales: { attempts: 10, minutes: 60 },
  passkeySignIn: { attempts: 300, minutes: 15 },
  providerSignIn: { attempts: 300, minutes: 15 },
  refresh: { attempts: 3000, minutes: 15 },
  /** Messages of other institutions (Travel Rule). */
  travelInquiry: { attempts: 3000, minutes: 15 },
  /** Over all organizations: prevents filling a mailbox, and mailing many people. */
  invitationsToEmail: { attempts: 10, minutes: 24 * 60 },
  invitationsByAddress: { attempts: 600, minutes: 60 },
} as const;
export type RateLimit = keyof typeof rateLimits;

/** Returns an address as limits count it: a whole /64 of IPv6, which is what one customer gets. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = plain.includes('::')
    ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
    : [];
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Creates counters of attempts in windows that start with the first attempt. They are in the database, so all processes count
 * together; limits and keys are stored as hashes.
 */
export function createRateLimits({ kysely, now }: { kysely: Kysely<Schema>; now: () => number }) {
  const keyOf = (limit: RateLimit, key: string): Uint8Array =>
    createHash('sha256').update(`${limit}\n${key}`).digest();

  async function refuse(endsAt: number): Promise<never> {
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now()) / 1000));
    throw new AppError('too_many_requests', texts.tooManyRequests, { details: { retryAfterSeconds } });
  }

  return {
    /**
     * Counts `count` attempts of `key`, 1 by default, all or none. Throws 429 with the seconds to wait
     * (`details.retryAfterSeconds`, sent as `Retry-After`) if there are more than allowed. `db`: a transaction of the caller.
     */
    async take(
      limit: RateLimit,
      key: string,
      { count = 1, db = kysely }: { count?: number; db?: Kysely<Schema> } = {},
    ): Promise<void> {
      const { attempts, minutes } = rateLimits[limit];
      const [time, hash] = [new Date(now()), keyOf(limit, key)];
      const endsAt = new Date(now() + minutes * 60_000);
      if (count > attempts) await refuse(endsAt.getTime());
      const counted = await db
        .insertInto('rate_window')
        .values({ key: hash, used: count, ends_at: endsAt })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              used: sql`case when rate_window.ends_at <= ${time} then 0 else rate_window.used end + excluded.used`,
              ends_at: sql`case when rate_window.ends_at <= ${time} then excluded.ends_at else rate_window.ends_at end`,
            })
            .where(
              sql<boolean>`rate_window.ends_at <= ${time} or rate_window.used + excluded.used <= ${attempts}`,
            ),
        )
        .returning('key')
        .executeTakeFirst();
      if (counted) return;
      const window = await db
        .selectFrom('rate_window')
        .select('ends_at')
        .where('key', '=', hash)
        .executeTakeFirst();
      await refuse(window?.ends_at.getTime() ?? now());
    },
    /** Deletes the attempts of `key` after a success. */
    async forgive(limit: RateLimit, key: string): Promise<void> {
      await kysely.deleteFrom('rate_window').where('key', '=', keyOf(limit, key)).execute();
    },
    /** Deletes windows that have ended. */
    async forgetEnded(): Promise<void> {
      await kysely.deleteFrom('rate_window').where('ends_at', '<=', new Date(now())).execute();
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

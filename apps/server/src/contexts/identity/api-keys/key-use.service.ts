import { inNetwork, type KeyScope, keyScopes } from '@hopscope/contract';
import { addUtcDays, startOfUtcDay, utcDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { AppError, forbidden, unauthorized } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { readTogether } from '../../../lib/coalesce.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { Member } from '../organizations/membership.service.ts';
import type { People } from '../people/people.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import { findUsableKey } from './api-keys.store.ts';
import { hashSecret, isKeySecret } from './key-secret.ts';
import { addUses, readUses, sumCalls, takeUnrecorded, type UseOfCall } from './key-use.store.ts';

/** The API key of a request, beside the person as whom it acts. */
export interface KeyOfActor {
  readonly id: string;
  readonly organizationId: string;
  readonly scopes: readonly KeyScope[];
}

/** What is left of the limit of the plan; null: no limit. */
export interface Quota {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Seconds until the day (UTC) ends. */
  readonly resetSeconds: number;
}

interface Use {
  readonly key: KeyOfActor;
  readonly call: string;
  /** As how many calls it counts. */
  readonly calls: number;
  /** Calls per day by the plan; null: no limit. `refused`: for another reason than the limit. */
  readonly limit: number | null | 'refused';
}

/** Authenticates requests with API keys, and counts them. */
export function createKeyUse(options: {
  kysely: Kysely<Schema>;
  smallReads: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  people: Pick<People, 'present'>;
  subscriptions: Pick<Subscriptions, 'limitsOfMany'>;
  now: () => number;
}) {
  const { kysely, smallReads, audit, people, subscriptions, now } = options;
  const planLimits = (organizationId: string) => subscriptions.limitsOfMany(smallReads, [organizationId]);

  /**
   * Counts requests that arrive while an earlier count isn't written together, in one row for each key and call. The rows are
   * written before the requests go on, so no use is lost. Returns the calls of the day after each request; undefined: refused.
   */
  const count = readTogether(async (uses: readonly Use[]): Promise<Map<Use, number | undefined>> => {
    const day = utcDay(now());
    const used = await sumCalls(kysely, day, [...new Set(uses.map(({ key }) => key.organizationId))]);
    const sums = new Map<string, UseOfCall>();
    const counted = new Map<Use, number | undefined>();
    for (const use of uses) {
      const { key, call, calls, limit } = use;
      const { organizationId, id: keyId } = key;
      const next = (used.get(organizationId) ?? 0) + calls;
      const isRefused = limit === 'refused' || (limit !== null && next > limit);
      if (!isRefused) used.set(organizationId, next);
      counted.set(use, isRefused ? undefined : next);
      const row = `${keyId} ${call}`;
      const sum = sums.get(row) ?? { organizationId, keyId, call, calls: 0, refused: 0 };
      sum[isRefused ? 'refused' : 'calls'] += isRefused ? 1 : calls;
      sums.set(row, sum);
    }
    // In one order on all processes.
    const rows = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    await addUses(kysely, day, rows, new Date(now()));
    return counted;
  });

  async function refuse(key: KeyOfActor, call: string, error: AppError): Promise<never> {
    await count({ key, call, calls: 1, limit: 'refused' });
    throw error;
  }

  return {
    /**
     * The person as whom a key acts. 401 for a secret that is wrong, has expired or was revoked; 403 from a network that the
     * key doesn't allow.
     */
    async authenticate(secret: string, ip: string, call: string): Promise<Actor & { key: KeyOfActor }> {
      const refused = () => unauthorized('The API key is wrong, has expired, or was revoked');
      if (!isKeySecret(secret)) throw refused();
      const hash = hashSecret(secret);
      // Read for every request, so that a revoked key ends at once on every process.
      const found = await findUsableKey(smallReads, hash, new Date(now()));
      if (!found) throw refused();
      const { key: row, user: account } = found;
      const key: KeyOfActor = {
        id: row.id,
        organizationId: row.organization_id,
        scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
      };
      if (row.networks.length > 0 && !row.networks.some((network) => inNetwork(ip, network))) {
        await refuse(key, call, forbidden('The API key is not allowed from your network'));
      }
      const user = people.present(account);
      return {
        user,
        key,
        sessionId: '',
        emailKey: account.email_key,
        emailVerified: user.emailVerified,
        secondFactor: row.second_factor,
        passwordLength: null,
        signedInAt: null,
        provenAt: null,
        tokenEndsAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
      };
    },

    /** Throws 403 if the call is closed to keys (`needed` undefined), or the key lacks its scope. */
    async requireScope(key: KeyOfActor, call: string, needed: KeyScope | undefined): Promise<void> {
      if (needed === undefined) await refuse(key, call, forbidden('This call is not open to API keys'));
      else if (!key.scopes.includes(needed)) {
        const message = `The API key lacks the scope “${needed}”`;
        await refuse(key, call, new AppError('forbidden', message, { details: { scope: needed } }));
      }
    },

    /**
     * Counts a call, as several if it is worth more. Throws 403 if the plan has no API access, and 429 if the limit of the day is
     * used up.
     */
    async take(key: KeyOfActor, call: string, calls = 1): Promise<Quota> {
      const limits = (await planLimits(key.organizationId)).get(key.organizationId);
      if (!limits || limits.apiAccess === false) {
        await refuse(key, call, forbidden('The plan of your organization has no API access'));
      }
      const limit = limits?.maxApiCallsPerDay ?? null;
      const use: Use = { key, call, calls, limit };
      const used = (await count(use)).get(use);
      const time = now();
      const resetSeconds = Math.max(1, Math.ceil((startOfUtcDay(addUtcDays(utcDay(time), 1)) - time) / 1000));
      if (used === undefined) {
        throw new AppError('too_many_requests', 'The API calls of your plan are used up for today', {
          details: { retryAfterSeconds: resetSeconds, limit, remaining: 0 },
        });
      }
      return { limit, remaining: limit === null ? null : limit - used, resetSeconds };
    },

    /** Calls by day, key and call, for the usage page. */
    async usage({ organizationId }: Member, { days }: { days: number }) {
      const today = utcDay(now());
      const rows = await readUses(kysely, organizationId, addUtcDays(today, 1 - days));
      const limits = (await planLimits(organizationId)).get(organizationId);
      const found = new Map<
        string,
        { day: string; keyId: string; keyName: string; calls: number; refused: number; byCall: Counts[] }
      >();
      for (const row of rows) {
        const id = `${row.day} ${row.key_id}`;
        const one = found.get(id) ?? {
          day: row.day,
          keyId: row.key_id,
          keyName: row.name,
          calls: 0,
          refused: 0,
          byCall: [],
        };
        const counts = { call: row.call, calls: Number(row.calls), refused: Number(row.refused) };
        one.calls += counts.calls;
        one.refused += counts.refused;
        one.byCall.push(counts);
        found.set(id, one);
      }
      const all = [...found.values()];
      return {
        today: {
          day: today,
          used: all.filter(({ day }) => day === today).reduce((sum, { calls }) => sum + calls, 0),
          limit: limits?.apiAccess === false ? 0 : (limits?.maxApiCallsPerDay ?? null),
          endsAt: new Date(startOfUtcDay(addUtcDays(today, 1))).toISOString(),
        },
        days: all,
      };
    },

    /**
     * Adds one entry for each key and finished day to the audit log: an entry for each request would make all requests of an
     * organization wait for one another, because entries form a chain.
     */
    async record(): Promise<void> {
      const today = utcDay(now());
      for (;;) {
        const recorded = await kysely.transaction().execute(async (trx) => {
          const rows = await takeUnrecorded(trx, today);
          const [first] = rows;
          if (!first) return false;
          await audit.record(trx, {
            organizationId: first.organization_id,
            action: 'api_key.used',
            subject: { type: 'api_key', id: first.key_id },
            after: {
              day: first.day,
              calls: Object.fromEntries(
                rows
                  .toSorted((a, b) => (a.call < b.call ? -1 : 1))
                  .map((row) => [row.call, { calls: Number(row.calls), refused: Number(row.refused) }]),
              ),
            },
          });
          return true;
        });
        if (!recorded) return;
      }
    },
  };
}

interface Counts {
  call: string;
  calls: number;
  refused: number;
}

export type KeyUse = ReturnType<typeof createKeyUse>;

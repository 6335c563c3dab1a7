import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../db/schema.ts';
import type { Member } from '../organizations/membership.service.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import { monthOf } from './periods.ts';
import type { RetentionSource } from './retention.service.ts';
import { retentionMonthsOf } from './retention.service.ts';
import type { Subscriptions } from './subscriptions.service.ts';
import { addTransactions, readReceipts, readTransactions } from './usage.store.ts';

const deletedCounts = z.record(z.string(), z.int());
const receiptsShown = 12;

/** What organizations use of the limits of their plans. */
export function createUsage(options: {
  kysely: Kysely<Schema>;
  directory: OrganizationDirectory;
  subscriptions: Pick<Subscriptions, 'limitsOf'>;
  sources: readonly RetentionSource[];
  now: () => number;
}) {
  const { kysely, directory, subscriptions, sources, now } = options;

  async function oldest(organizationId: string): Promise<Date | null> {
    const dates: Date[] = [];
    for (const source of sources) {
      const date = await source.oldest(kysely, organizationId);
      if (date) dates.push(date);
    }
    return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  }

  return {
    /** For the usage page. */
    async get({ organizationId }: Member) {
      const month = monthOf(new Date(now()));
      const limits = await subscriptions.limitsOf(kysely, organizationId);
      const receipts = await readReceipts(kysely, organizationId, receiptsShown);
      return {
        members: { used: await directory.countMembers(kysely, organizationId), limit: limits.maxMembers },
        transactions: {
          used: Number(await readTransactions(kysely, organizationId, month)),
          limit: limits.maxTransactionsPerMonth,
          month,
        },
        retention: {
          months: await retentionMonthsOf(kysely, organizationId),
          oldest: (await oldest(organizationId))?.toISOString() ?? null,
        },
        receipts: receipts.map((row) => ({
          at: row.at.toISOString(),
          before: row.before.toISOString(),
          deleted: deletedCounts.parse(JSON.parse(row.deleted)),
        })),
      };
    },

    /**
     * Counts monitored transactions of the month (UTC) and returns whether the plan's limit is exceeded. Rejects nothing: the
     * caller marks transactions over the limit.
     */
    async countMonitored(trx: Kysely<Schema>, organizationId: string, count: number) {
      if (!Number.isSafeInteger(count) || count < 0)
        throw new RangeError('A count is a whole number from 0 on');
      const month = monthOf(new Date(now()));
      const used = Number(await addTransactions(trx, { organizationId, month, count }));
      const { maxTransactionsPerMonth: limit } = await subscriptions.limitsOf(trx, organizationId);
      return { used, limit, over: limit === null ? 0 : Math.max(0, used - limit) };
    },
  };
}

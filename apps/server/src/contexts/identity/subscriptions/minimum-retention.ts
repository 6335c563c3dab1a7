import { addMonths } from './periods.ts';
import type { RetentionSource } from './retention.service.ts';

/**
 * Applies the legal minimum retention: data expires with the plan, but not before `months`; null: never, because the operator
 * hasn't configured a retention period.
 */
export function minimumRetention(
  months: number | null,
  { source, now }: { source: RetentionSource; now: () => number },
): RetentionSource {
  return {
    async removeOlderThan(trx, organizationId, before) {
      if (months === null) return {};
      const locked = addMonths(new Date(now()), -months);
      return source.removeOlderThan(trx, organizationId, locked < before ? locked : before);
    },
    oldest: async (db, organizationId) => (months === null ? null : source.oldest(db, organizationId)),
  };
}

import { addMonths } from './periods.ts';
import type { RetentionSource } from './retention.service.ts';

/**
 * What the law asks to be kept: runs out with the plan's time, but never before `months`; null: never, because nobody has said how long
 * these records have to be held here.
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

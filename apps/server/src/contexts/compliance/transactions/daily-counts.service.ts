import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { compactDailyCounts } from './daily-counts.store.ts';

/** Compacts the daily counts: every change of a transaction adds a row, which this merges without changing the sums. */
export function createDailyCounts({ kysely }: { kysely: Kysely<Schema> }) {
  return {
    async addUp(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await compactDailyCounts(kysely)));
    },
  };
}

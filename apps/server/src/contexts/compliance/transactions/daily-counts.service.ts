import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { addUpTally } from './daily-counts.store.ts';

/** Adds up what every change of a compliance transaction leaves in the tally; sums are the same before and after. */
export function createTallies({ kysely }: { kysely: Kysely<Schema> }) {
  return {
    async addUp(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await addUpTally(kysely)));
    },
  };
}

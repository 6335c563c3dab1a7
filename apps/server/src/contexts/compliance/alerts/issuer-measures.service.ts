import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { lockDueMeasures, type MeasureRow, settleMeasures } from './issuer-measures.store.ts';

/** Measures per transaction. */
const portion = 100;

/**
 * Raises alerts about freezes and seizures that the matching of blocks has written. A row stores that it is due, so a restart
 * continues where it stopped, and each alert is raised once.
 */
export function createIssuerMeasures(options: {
  kysely: Kysely<Schema>;
  /** Raises the alerts of an organization in the same transaction. */
  raise: (trx: Kysely<Schema>, organizationId: string, rows: readonly MeasureRow[]) => Promise<unknown>;
  /** Called after alerts of the organization were raised. */
  onRaised: (organizationId: string) => Promise<void>;
}) {
  const { kysely, raise, onRaised } = options;

  async function raiseSome(): Promise<string | undefined> {
    return kysely.transaction().execute(async (trx) => {
      const rows = await lockDueMeasures(trx, portion);
      const organizationId = rows[0]?.organization_id;
      if (organizationId === undefined) return undefined;
      await raise(trx, organizationId, rows);
      await settleMeasures(
        trx,
        rows.map(({ id }) => id),
      );
      return organizationId;
    });
  }

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const organizationId = await raiseSome();
        if (organizationId === undefined) return;
        await onRaised(organizationId);
      }
    },
  };
}

import { randomUUID } from 'node:crypto';
import { freePlanId } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../audit/audit.service.ts';
import { addMonths } from './periods.ts';
import { readPlans } from './plans.store.ts';
import { planIn } from './subscriptions.presenter.ts';
import { findSubscriptions, readOrganizationIds } from './subscriptions.store.ts';
import { insertReceipt } from './usage.store.ts';

/** Data of organizations that runs out with `dataRetentionMonths` of their plan. */
export interface RetentionSource {
  /** Deletes data from before `before`; returns the number of rows by kind. */
  removeOlderThan(trx: Kysely<Schema>, organizationId: string, before: Date): Promise<Record<string, number>>;
  /** Date of the oldest data subject to retention; null if there is none. */
  oldest(db: Kysely<Schema>, organizationId: string): Promise<Date | null>;
}

const batch = 200;
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Retention of an organization's data in months; null: unlimited. A late payment doesn't shorten it: only an ended plan is
 * replaced by the free plan.
 */
export async function retentionMonthsOf(db: Kysely<Schema>, organizationId: string): Promise<number | null> {
  const row = (await findSubscriptions(db, [organizationId])).get(organizationId);
  if (!row) return null;
  const plans = await readPlans(db);
  return planIn(plans, row.status === 'canceled' ? freePlanId : row.plan_id).features.dataRetentionMonths;
}

/** Deletes expired data, with a receipt for each affected organization. */
export function createRetention(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  sources: readonly RetentionSource[];
  now: () => number;
}) {
  const { kysely, audit, sources, now } = options;

  async function applyTo(organizationId: string): Promise<void> {
    await kysely.transaction().execute(async (trx) => {
      const months = await retentionMonthsOf(trx, organizationId);
      if (months === null) return;
      const at = new Date(now());
      const before = addMonths(at, -months);
      const deleted: Record<string, number> = {};
      for (const source of sources) {
        Object.assign(deleted, await source.removeOlderThan(trx, organizationId, before));
      }
      if (Object.values(deleted).every((count) => count === 0)) return;
      const id = randomUUID();
      await insertReceipt(trx, {
        id,
        organization_id: organizationId,
        at,
        before,
        deleted: JSON.stringify(deleted),
      });
      await audit.record(trx, {
        organizationId,
        action: 'retention.applied',
        subject: { type: 'retention_receipt', id },
        after: { months, before: before.toISOString(), deleted },
      });
    });
  }

  return {
    /** Every organization once, each in its own transaction. */
    async run(signal?: AbortSignal): Promise<void> {
      let after = first;
      for (;;) {
        const ids = await readOrganizationIds(kysely, after, batch);
        for (const id of ids) {
          if (signal?.aborted) return;
          await applyTo(id);
        }
        const last = ids.at(-1);
        if (last === undefined || ids.length < batch) return;
        after = last;
      }
    },
  };
}

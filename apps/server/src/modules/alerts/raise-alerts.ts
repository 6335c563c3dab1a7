import { randomUUID } from 'node:crypto';
import { ruleRaises } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { inputOf, messageOf } from './alerts.presenter.ts';
import { insertAlerts } from './alerts.store.ts';
import { readActiveRules } from './rules.store.ts';
import type { ReadSubjects, Screened } from './subjects.ts';

/** Compares what was screened with the rules of its organisation, in the transaction that writes what was found. */
export function createRaiseAlerts({ subjects, now }: { subjects: ReadSubjects; now: () => number }) {
  return async (trx: Kysely<Schema>, row: Screened['row'], parties: Screened['parties']): Promise<void> => {
    const rules = await readActiveRules(trx, row.organization_id, row.chain);
    if (rules.length === 0) return;
    const [subject] = await subjects(trx, [{ row, parties }], rules.map(inputOf));
    if (!subject) return;
    await insertAlerts(
      trx,
      rules
        .filter((rule) => ruleRaises(inputOf(rule), subject))
        .map((rule) => ({
          id: randomUUID(),
          organization_id: row.organization_id,
          rule_id: rule.id,
          transaction_id: row.id,
          type: rule.target_type,
          severity: rule.severity,
          message: messageOf(subject),
          summary: rule.summary,
          raised_at: new Date(now()),
          status: 'new' as const,
          assignee_id: null,
          acknowledged_by: null,
          acknowledged_at: null,
          version: 1,
        })),
    );
  };
}

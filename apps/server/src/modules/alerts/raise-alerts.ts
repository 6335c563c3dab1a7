import { randomUUID } from 'node:crypto';
import { alertLimits, ruleRaises } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { lockEvents, type TellEvents } from './alert-events.ts';
import { inputOf, messageOf } from './alerts.presenter.ts';
import { insertAlert } from './alerts.store.ts';
import { findOpenGroup } from './groups.store.ts';
import { readActiveRules, type RuleRow } from './rules.store.ts';
import type { ReadSubjects, Screened } from './subjects.ts';

const groupMs = alertLimits.groupHours * 3_600_000;

/** Compares what was screened with the rules of its organisation, in the transaction that writes what was found. */
export function createRaiseAlerts(options: { subjects: ReadSubjects; tell: TellEvents; now: () => number }) {
  const { subjects, tell, now } = options;

  /** Its id; undefined where the rule raised one for this transaction before. */
  async function raise(
    trx: Kysely<Schema>,
    rule: RuleRow,
    row: Screened['row'],
    message: string,
  ): Promise<string | undefined> {
    const [id, at] = [randomUUID(), now()];
    const same = { ruleId: rule.id, address: row.address, from: new Date(at - groupMs) };
    const group = await findOpenGroup(trx, same);
    const raised = await insertAlert(trx, {
      id,
      organization_id: row.organization_id,
      rule_id: rule.id,
      transaction_id: row.id,
      type: rule.target_type,
      severity: rule.severity,
      message,
      summary: rule.summary,
      raised_at: new Date(at),
      status: 'new',
      assignee_id: null,
      acknowledged_by: null,
      acknowledged_at: null,
      version: 1,
      group_id: group ?? id,
    });
    return raised ? id : undefined;
  }

  return async (trx: Kysely<Schema>, row: Screened['row'], found: Omit<Screened, 'row'>): Promise<void> => {
    const { organization_id: organizationId } = row;
    const rules = await readActiveRules(trx, organizationId, row.chain);
    if (rules.length === 0) return;
    const [subject] = await subjects(trx, [{ row, ...found }], rules.map(inputOf));
    const meant = subject ? rules.filter((rule) => ruleRaises(inputOf(rule), subject)) : [];
    if (!subject || meant.length === 0) return;
    await lockEvents(trx, organizationId);
    const ids: string[] = [];
    for (const rule of meant) {
      const id = await raise(trx, rule, row, messageOf(subject));
      if (id !== undefined) ids.push(id);
    }
    await tell(trx, organizationId, 'alert.raised', ids);
  };
}

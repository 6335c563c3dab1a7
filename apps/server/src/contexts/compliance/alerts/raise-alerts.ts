import { randomUUID } from 'node:crypto';
import { alertLimits, type Blockchain, ruleRaises } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ComplianceTransactionTable, Schema } from '../../../db/schema.ts';
import { lockEvents, type PublishAlertEvents } from './alert-events.ts';
import { inputOf, messageOf } from './alerts.presenter.ts';
import { insertAlert } from './alerts.store.ts';
import { findOpenGroup } from './groups.store.ts';
import { readActiveRules, type RuleRow } from './rules.store.ts';
import type { ReadSubjects, Screened } from './subjects.ts';
import { hashOf } from '../transactions/compliance.presenter.ts';

const groupMs = alertLimits.groupHours * 3_600_000;

/** Why an alert is raised; a reversal has no rule. */
type Cause = Pick<RuleRow, 'target_type' | 'severity' | 'summary'> & { readonly id: string | null };

const reversal: Omit<Cause, 'summary'> = { id: null, target_type: 'transaction', severity: 'high' };
const reversalTexts: Readonly<Record<Blockchain, { summary: string; how: string }>> = {
  bitcoin: {
    summary: 'A confirmed payment was reversed by a double spend',
    how: 'spent the same coins',
  },
  ethereum: {
    summary: 'A confirmed payment was reversed by another transaction',
    how: 'has the same sender and nonce',
  },
};

/** Raises alerts in the transaction that writes what screening found. */
export function createRaiseAlerts(options: {
  subjects: ReadSubjects;
  publish: PublishAlertEvents;
  now: () => number;
}) {
  const { subjects, publish, now } = options;

  /** Its id; undefined where the rule raised one for this transaction before. */
  async function raise(
    trx: Kysely<Schema>,
    rule: Cause,
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

  /** Compares screened transactions with the rules of their organizations. */
  async function compare(trx: Kysely<Schema>, screened: readonly Screened[]): Promise<void> {
    const groups = Map.groupBy(screened, ({ row }) => `${row.organization_id} ${row.chain}`);
    // Always in the same order: each organization stays locked until the transaction ends.
    for (const key of [...groups.keys()].toSorted()) {
      const group = groups.get(key) ?? [];
      const [first] = group;
      if (!first) continue;
      const { organization_id: organizationId, chain } = first.row;
      const rules = await readActiveRules(trx, organizationId, chain);
      if (rules.length === 0) continue;
      const found = await subjects(trx, group, rules.map(inputOf));
      const meant = group.flatMap(({ row }, i) => {
        const subject = found[i];
        if (!subject) return [];
        const own = rules.filter((rule) => ruleRaises(inputOf(rule), subject));
        return own.map((rule) => ({ rule, row, message: messageOf(subject) }));
      });
      if (meant.length === 0) continue;
      await lockEvents(trx, organizationId);
      const ids: string[] = [];
      for (const { rule, row, message } of meant) {
        const id = await raise(trx, rule, row, message);
        if (id !== undefined) ids.push(id);
      }
      await publish(trx, organizationId, 'alert.raised', ids);
    }
  }

  /** Raises an alert without a rule for a reversed payment, so that no configuration is needed. */
  async function reversed(
    trx: Kysely<Schema>,
    row: Screened['row'] & Pick<Selectable<ComplianceTransactionTable>, 'replaced_by'>,
  ): Promise<void> {
    const { organization_id: organizationId, chain, direction, address } = row;
    await lockEvents(trx, organizationId);
    const amount = row.contract ? null : BigInt(row.amount);
    const payment = messageOf({ blockchain: chain, amount, direction, address });
    const by = row.replaced_by ? hashOf(row, row.replaced_by) : 'Another transaction';
    const { summary, how } = reversalTexts[chain];
    const id = await raise(trx, { ...reversal, summary }, row, `${payment} was reversed: ${by} ${how}`);
    await publish(trx, organizationId, 'alert.raised', id === undefined ? [] : [id]);
  }

  return { compare, reversed };
}

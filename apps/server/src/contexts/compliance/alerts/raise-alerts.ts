import { randomUUID } from 'node:crypto';
import { factContractName, toHex } from '@hopscope/chain';
import { alertLimits, type Blockchain, ruleRaises } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ComplianceTransactionTable, Schema } from '../../../db/schema.ts';
import { lockEvents, type PublishAlertEvents } from './alert-events.ts';
import { inputOf, messageOf } from './alerts.presenter.ts';
import { insertAlert } from './alerts.store.ts';
import { type AlertAbout, findOpenGroup } from './groups.store.ts';
import type { MeasureRow } from './issuer-measures.store.ts';
import { readActiveRules, type RuleRow } from './rules.store.ts';
import { sessionOver } from './session-over.ts';
import type { ReadSubjects, Screened } from './subjects.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import { readAssets, readEthereumState } from '../../../ledger/ethereum/reader.ts';
import { hashOf } from '../transactions/compliance.presenter.ts';

const groupMs = alertLimits.groupHours * 3_600_000;

/** Why an alert is raised; reversals, and what issuers of tokens did, have no rule. */
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

const measure: Omit<Cause, 'summary'> = { id: null, target_type: 'address', severity: 'high' };
const measureTexts: Readonly<Record<MeasureRow['kind'], { summary: string; how: string }>> = {
  frozen: { summary: 'The issuer of a token froze a monitored address', how: 'was frozen' },
  seized: {
    summary: 'The issuer of a token destroyed the tokens of a monitored address',
    how: 'was destroyed',
  },
};

/** What an alert is about. */
type Subject = Pick<Screened['row'], 'id' | 'organization_id' | 'address'> & { readonly about: AlertAbout };

/** Raises alerts in the transaction that writes what screening found. */
export function createRaiseAlerts(options: {
  subjects: ReadSubjects;
  publish: PublishAlertEvents;
  now: () => number;
}) {
  const { subjects, publish, now } = options;

  /** Its id; undefined where the rule raised one for the same subject before. */
  async function raise(
    trx: Kysely<Schema>,
    rule: Cause,
    subject: Subject,
    message: string,
  ): Promise<string | undefined> {
    const [id, at] = [randomUUID(), now()];
    const { about, organization_id: organizationId, address } = subject;
    const from = new Date(at - groupMs);
    const group = await findOpenGroup(trx, { organizationId, ruleId: rule.id, about, address, from });
    const raised = await insertAlert(trx, {
      id,
      organization_id: organizationId,
      rule_id: rule.id,
      transaction_id: about === 'transaction' ? subject.id : null,
      issuer_measure_id: about === 'issuer_measure' ? subject.id : null,
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
        const id = await raise(trx, rule, { ...row, about: 'transaction' }, message);
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
    const message = `${payment} was reversed: ${by} ${how}`;
    const id = await raise(trx, { ...reversal, summary }, { ...row, about: 'transaction' }, message);
    await publish(trx, organizationId, 'alert.raised', id === undefined ? [] : [id]);
  }

  /**
   * Raises alerts without a rule for what issuers of tokens did to monitored accounts of an organization, as for reversed
   * payments.
   */
  async function measured(
    trx: Kysely<Schema>,
    organizationId: string,
    rows: readonly MeasureRow[],
  ): Promise<void> {
    const session = sessionOver(trx);
    const { chain } = await readEthereumState(session);
    const assets = await readAssets(
      session,
      rows.map(({ contract }) => contract),
    );
    await lockEvents(trx, organizationId);
    const ids: string[] = [];
    for (const row of rows) {
      const token = assets.get(toHex(row.contract))?.symbol ?? addressOf(row.contract);
      const issuer = factContractName(row.contract, chain?.chainId ?? 0n) ?? 'its issuer';
      const { summary, how } = measureTexts[row.kind];
      const message = `${token} of ${row.address} ${how} by ${issuer}`;
      const id = await raise(trx, { ...measure, summary }, { ...row, about: 'issuer_measure' }, message);
      if (id !== undefined) ids.push(id);
    }
    await publish(trx, organizationId, 'alert.raised', ids);
  }

  return { compare, reversed, measured };
}

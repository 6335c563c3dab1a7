import {
  type Alert,
  type AlertGroup,
  type AlertRule,
  type AlertRuleInput,
  type AlertSubject,
  coinsOfUnits,
} from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import type { Person } from '../../identity/people/people.service.ts';
import type { AlertMeasure, AlertRow } from './alerts.store.ts';
import type { GroupRow } from './groups.store.ts';
import type { RuleRow } from './rules.store.ts';
import { txIdOf } from './subjects.ts';

/** What happened, without a name: names are shown to those who may see them. */
export function messageOf({
  blockchain,
  amount,
  direction,
  address,
}: Pick<AlertSubject, 'blockchain' | 'amount' | 'direction' | 'address'>): string {
  const much =
    amount === null ? 'Tokens' : `${coinsOfUnits(amount, blockchain)} ${chains[blockchain].coin.symbol}`;
  return `${much} ${direction === 'in' ? 'received' : 'sent'} by ${address}`;
}

/** The rule that a row stores. */
export function inputOf(row: RuleRow): AlertRuleInput {
  return {
    targetType: row.target_type,
    target: row.target,
    blockchain: row.chain,
    ...row.conditions,
    severity: row.severity,
    summary: row.summary,
  };
}

/** Columns of a rule; conditions without a column are stored as JSON. */
export function columnsOf({
  targetType,
  target,
  blockchain,
  severity,
  summary,
  ...conditions
}: AlertRuleInput) {
  return { target_type: targetType, target, chain: blockchain, conditions, severity, summary };
}

export function presentRule(row: RuleRow): AlertRule {
  return {
    _id: row.id,
    ...inputOf(row),
    isActive: row.is_active,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** IDs of the people that an alert names. */
export function peopleOf({ assignee_id: assignee, acknowledged_by: by }: AlertRow): string[] {
  return [assignee, by].flatMap((id) => id ?? []);
}

/** Returns what the issuer of a token did; null: the alert is about a transaction. */
export function presentMeasure({ measure_kind: kind, measure_contract: contract }: AlertMeasure) {
  return kind && contract && { kind, contract: addressOf(contract) };
}

export function presentAlert(row: AlertRow, people: ReadonlyMap<string, Person>): Alert {
  const personOf = (id: string | null): Alert['assignee'] => {
    if (id === null) return null;
    const person = people.get(id);
    const name = person ? `${person.name} ${person.surname}`.trim() : 'Deleted';
    return { _id: id, name, email: person?.email ?? '' };
  };
  return {
    _id: row.id,
    type: row.type,
    severity: row.severity,
    message: row.message,
    summary: row.summary,
    timestamp: row.raised_at.toISOString(),
    happenedAt: row.happened_at.toISOString(),
    status: row.status,
    ruleId: row.rule_id,
    transactionId: row.transaction_id,
    measure: presentMeasure(row),
    txId: txIdOf(row),
    blockchain: row.chain,
    address: row.address,
    groupId: row.group_id,
    withdrawn: row.presence === 'withdrawn',
    assignee: personOf(row.assignee_id),
    acknowledgedBy: personOf(row.acknowledged_by),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    version: row.version,
  };
}

export function presentGroup(row: GroupRow, people: ReadonlyMap<string, Person>): AlertGroup {
  const { latest } = row;
  return {
    _id: latest.group_id,
    ruleId: latest.rule_id,
    address: latest.address,
    blockchain: latest.chain,
    severity: row.severity,
    count: row.count,
    new: row.fresh,
    firstAt: row.first.toISOString(),
    lastAt: latest.raised_at.toISOString(),
    latest: presentAlert(latest, people),
  };
}

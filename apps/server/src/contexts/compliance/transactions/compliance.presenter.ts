import { toHex } from '@hopscope/chain';
import {
  type CallOutput,
  type complianceEndpoints,
  type ComplianceEvent,
  complianceStatuses,
  type ComplianceStatus,
  type ComplianceTransaction,
} from '@hopscope/contract';
import { chains, fixedDecimal } from '@hopscope/domain';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import { csamName } from '../../directory/attributions/csam.ts';
import type { Person } from '../../identity/people/people.service.ts';
import type { TransactionRow } from './transaction-order.ts';
import type { EventRow } from '../review/events.store.ts';
import type { ReportName } from './reports.store.ts';
import { type Parties, readAssetTexts, readBasis, readParties } from './screening-result.ts';

type History = CallOutput<typeof complianceEndpoints.getComplianceTransaction>['data']['statusHistory'];

type Reports = ReadonlyMap<string, ReportName>;

/** What presenting needs beside the row. */
export interface Surroundings {
  readonly people: ReadonlyMap<string, Person>;
  readonly reports: Reports;
  /** The organization sees hidden entities by name. */
  readonly seesHidden: boolean;
}

/** IDs of people in a row. */
export function peopleOf(row: TransactionRow): string[] {
  return [row.reviewer_id, row.approved_by, row.proposed_by, row.snoozed_by].flatMap((id) => id ?? []);
}

/** Reports that a row names. */
export const reportsOf = ({ sar_id: closed, proposed_sar_id: proposed }: TransactionRow): string[] =>
  [closed, proposed].flatMap((id) => id ?? []);

function presentReport(id: string | null, reports: Reports): ComplianceTransaction['sar'] {
  const found = id === null ? undefined : reports.get(id);
  return found ? { _id: found.id, number: found.number, title: found.title, status: found.status } : null;
}

export function presentPerson(id: string, people: ReadonlyMap<string, Person>) {
  const person = people.get(id);
  return {
    _id: id,
    name: person ? `${person.name} ${person.surname}`.trim() : 'Deleted',
    email: person?.email ?? '',
  };
}

const presentPersonOrNull = (id: string | null, people: ReadonlyMap<string, Person>) =>
  id === null ? null : presentPerson(id, people);

/** Amounts are in the smallest unit before screening, and for tokens without metadata. */
function presentAsset({ chain, contract, asset_symbol, asset_decimals }: TransactionRow) {
  if (!contract) return { ...chains[chain].coin, contract: null };
  const address = addressOf(contract);
  return {
    symbol: asset_symbol ?? `${address.slice(0, 10)}…`,
    contract: address,
    decimals: asset_decimals ?? 0,
  };
}

const presentAssets = (text: string | null): ComplianceTransaction['assets'] =>
  (text === null ? [] : readAssetTexts(text)).map(({ cents, ...asset }) => ({
    ...asset,
    usdAmount: cents === null ? null : dollarsOf(cents),
  }));

/** A transaction hash of a row as answers write it. */
export const hashOf = ({ chain }: Pick<TransactionRow, 'chain'>, bytes: Uint8Array): string =>
  `${chains[chain].prefix}${toHex(bytes)}`;

/** Cents as dollars with two decimals. */
const dollarsOf = (cents: string): string => fixedDecimal(BigInt(cents), 2);

function presentParty(
  { address, entity, amount }: Parties['items'][number],
  seesHidden: boolean,
): ComplianceTransaction['counterparties'][number] {
  const hidden = entity?.hidden === true && !seesHidden;
  return {
    address,
    entityId: hidden ? null : (entity?.id ?? null),
    name: hidden ? csamName : (entity?.name ?? null),
    amount,
  };
}

/** The decision that waits for a second person, and until when it is put aside. */
function presentQueue(
  row: TransactionRow,
  { people, reports }: Surroundings,
): Pick<ComplianceTransaction, 'proposal' | 'snooze'> {
  const { proposed_status: status, proposed_by: by, proposed_at: at, proposed_note: note } = row;
  const { snoozed_until: until, snoozed_by: snoozer, snooze_reason: reason } = row;
  return {
    proposal:
      status && by && at
        ? {
            status,
            by: presentPerson(by, people),
            at: at.toISOString(),
            note,
            sar: presentReport(row.proposed_sar_id, reports),
          }
        : null,
    snooze:
      until && snoozer
        ? { until: until.toISOString(), by: presentPerson(snoozer, people), reason: reason ?? '' }
        : null,
  };
}

export function presentTransaction(row: TransactionRow, around: Surroundings): ComplianceTransaction {
  const { people, reports, seesHidden } = around;
  const parties = row.counterparties === null ? null : readParties(row.counterparties);
  const counterparties = (parties?.items ?? []).map((party) => presentParty(party, seesHidden));
  return {
    _id: row.id,
    txId: hashOf(row, row.txid),
    organizationId: row.organization_id,
    monitoredAddressId: row.address_id,
    address: row.address,
    clientId: row.client_id,
    blockchain: row.chain,
    direction: row.direction,
    asset: presentAsset(row),
    amount: row.amount,
    assets: presentAssets(row.assets),
    usdAmount: row.usd_cents === null ? null : dollarsOf(row.usd_cents),
    timestamp: row.happened_at.toISOString(),
    presence: row.presence,
    withdrawnBecause: row.dropped_because,
    replacedBy: row.replaced_by && hashOf(row, row.replaced_by),
    block: row.height,
    counterpartyEntities: [...new Set(counterparties.map(({ entityId, address }) => entityId ?? address))],
    counterparties,
    counterpartiesInAll: parties?.total ?? null,
    riskScores: row.risk_score === null ? [] : [row.risk_score],
    screening: row.screening,
    riskLevel: row.risk_level ?? 'unknown',
    basis:
      row.basis === null || row.risk_profile === null
        ? null
        : { ...readBasis(row.basis), profile: row.risk_profile },
    screenedAt: row.screened_at?.toISOString() ?? null,
    overThreshold: row.over_threshold,
    status: row.status,
    reviewerId: row.reviewer_id,
    reviewer: presentPersonOrNull(row.reviewer_id, people),
    reviewTimestamp: row.reviewed_at?.toISOString() ?? null,
    approvedBy: presentPersonOrNull(row.approved_by, people),
    approvedAt: row.approved_at?.toISOString() ?? null,
    notes: row.notes,
    sarSubmitted: row.sar_submitted,
    sarReport: row.sar_report,
    sar: presentReport(row.sar_id, reports),
    dueAt: row.due_at?.toISOString() ?? null,
    ...presentQueue(row, around),
    version: row.version,
    createdAt: row.seen_at.toISOString(),
  };
}

/** IDs of people in events: actors and assignees. */
export function peopleOfEvents(rows: readonly EventRow[]): string[] {
  return rows.flatMap(({ kind, actor_id, before, after }) =>
    [actor_id, ...(kind === 'assignee' ? [before, after] : [])].flatMap((id) => id ?? []),
  );
}

export function presentEvent(
  { kind, at, actor_id, before, after, note, sar_id: sarId }: EventRow,
  { people, reports }: Surroundings,
): ComplianceEvent {
  const shown = (value: string | null): string | null =>
    value !== null && kind === 'assignee' ? presentPerson(value, people).name : value;
  return {
    kind,
    timestamp: at.toISOString(),
    by: presentPersonOrNull(actor_id, people),
    from: shown(before),
    to: shown(after),
    note,
    sar: presentReport(sarId, reports),
  };
}

/** Returns every status with its reviewer, otherwise the person who made the change. */
export function presentStatusHistory(
  rows: readonly EventRow[],
  { seenAt, people }: { seenAt: Date; people: ReadonlyMap<string, Person> },
): History {
  const history: History = [
    { status: 'UNASSIGNED', reviewer: null, timestamp: seenAt.toISOString(), note: null },
  ];
  let reviewer: string | null = null;
  for (const { kind, at, actor_id, after, note } of rows) {
    if (kind === 'assignee') reviewer = after;
    const status = complianceStatuses.find((each): each is ComplianceStatus => each === after);
    if (kind !== 'status' || !status) continue;
    history.push({
      status,
      reviewer: presentPersonOrNull(status === 'UNASSIGNED' ? null : (reviewer ?? actor_id), people),
      timestamp: at.toISOString(),
      note,
    });
  }
  return history;
}

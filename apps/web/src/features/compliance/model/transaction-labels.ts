import {
  type ComplianceEvent,
  type ComplianceStatus,
  type ComplianceTransaction,
  statusGroups,
} from '@hopscope/contract';
import type { TagTone } from '../../../ui/display/Tag.tsx';

/** Labels of statuses. */
export const statusNames: Readonly<Record<ComplianceStatus, string>> = {
  UNASSIGNED: 'Unassigned',
  UNREVIEWED: 'Unreviewed',
  IN_REVIEW: 'In review',
  HOLD: 'Hold',
  APPROVED: 'Approved',
  CLOSED_WITH_NOTE: 'Closed with note',
  CLOSED_WITH_SAR: 'Closed with SAR',
};

/** Returns whether a status belongs to the archive. */
export function isArchived(status: ComplianceStatus): boolean {
  return (statusGroups.archived as readonly ComplianceStatus[]).includes(status);
}

/** Returns the search parameter of the tab that lists a status. */
export function tabOf(status: ComplianceStatus): { tab?: 'active' | 'archived' } {
  if (status === 'UNASSIGNED') return {};
  return { tab: isArchived(status) ? 'archived' : 'active' };
}

/** Returns the color of a status: closed red, HOLD yellow, APPROVED green, others grey. */
export function statusTone(status: ComplianceStatus): TagTone {
  if (status === 'CLOSED_WITH_NOTE' || status === 'CLOSED_WITH_SAR') return 'red';
  if (status === 'HOLD') return 'orange';
  return status === 'APPROVED' ? 'green' : 'gray';
}

/** Returns the rounded average of the scores; null without scores: unknown is not 0. */
export function averageScore(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/** Returns why there is no score, in one word; undefined if it is just unknown. */
export function screeningWord(screening: ComplianceTransaction['screening']): string | undefined {
  if (screening === 'pending') return 'Screening';
  if (screening === 'not_enough_seen') return 'Insufficient data';
  if (screening === 'not_covered') return 'Not covered';
  return screening === 'failed' ? 'Screening failed' : undefined;
}

export const withdrawnWords: Readonly<
  Record<NonNullable<ComplianceTransaction['withdrawnBecause']>, string>
> = {
  replaced: 'Withdrawn: replaced',
  evicted: 'Withdrawn: dropped by nodes',
  conflict: 'Withdrawn: reversed by another transaction',
  reorganized: 'Withdrawn: its block was replaced',
};

const statusWord = (text: string | null): string => {
  const found = Object.entries(statusNames).find(([status]) => status === text);
  return found?.[1] ?? text ?? 'nothing';
};

/** Results of a screening without a score. */
const screenedWords: Readonly<Record<string, string>> = {
  not_enough_seen: 'insufficient data',
  nothing_known: 'nothing is known',
  not_covered: 'not covered',
  failed: 'failed',
};

/** Describes an event in one line. */
export function eventTitle({ kind, from, to }: Pick<ComplianceEvent, 'kind' | 'from' | 'to'>): string {
  switch (kind) {
    case 'seen':
      return to === null ? 'Seen' : `Seen: ${to}`;
    case 'confirmed':
      return to === null ? 'In a block' : `In block ${to}`;
    case 'withdrawn':
      return to === null ? 'Withdrawn' : `Withdrawn: ${to}`;
    case 'screened':
      return `Screened: ${screenedWords[to ?? ''] ?? to ?? 'no score'}`;
    case 'assignee':
      return to === null ? 'Unassigned' : `Assigned to ${to}`;
    case 'proposed':
      return `Proposed: ${statusWord(to)}`;
    case 'rejected':
      return `Rejected: ${statusWord(from)}`;
    case 'snoozed':
      return 'Snoozed';
    case 'woken':
      return 'Back in the queue';
    case 'status':
      return from === null ? statusWord(to) : `${statusWord(from)} → ${statusWord(to)}`;
  }
}

/** Sums amounts of one asset; undefined if they are of several. */
export function sumOfAmounts(
  transactions: readonly Pick<ComplianceTransaction, 'amount' | 'asset'>[],
): { amount: bigint; asset: ComplianceTransaction['asset'] } | undefined {
  const [first] = transactions;
  if (!first) return undefined;
  const one = transactions.every(
    ({ asset }) => asset.symbol === first.asset.symbol && asset.contract === first.asset.contract,
  );
  if (!one) return undefined;
  return { amount: transactions.reduce((sum, { amount }) => sum + BigInt(amount), 0n), asset: first.asset };
}

/** Sums amounts in US dollars with two decimals; null if one is unknown. */
export function sumOfDollars(amounts: readonly (string | null)[]): string | null {
  let cents = 0n;
  for (const amount of amounts) {
    if (amount === null) return null;
    const [whole = '0', part = ''] = amount.split('.');
    cents += BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
  }
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** Returns a short name of a transaction: its client, otherwise its address. */
export function callOf({ clientId, address }: Pick<ComplianceTransaction, 'clientId' | 'address'>): string {
  return clientId ?? `${address.slice(0, 8)}…`;
}

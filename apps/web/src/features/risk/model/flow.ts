import { descending } from '@hopscope/domain';
import { type FlowParty, type FlowSideSum, flowSide } from '../../../shared/activity/flow-layout.ts';
import type { HistoryRow, Side } from './history.ts';

/** at most 20 transactions, the largest. */
const mostTransactions = 20;

export interface AddressFlow {
  readonly in: FlowSideSum;
  readonly out: FlowSideSum;
  /** Number of shown transactions, out of `of` with an amount. */
  readonly transactions: number;
  readonly of: number;
}

const unknown: FlowParty = { id: 'unknown', name: 'Unknown', address: null, level: 'unknown' };
const networkFee: FlowParty = { id: 'fee', name: 'Network fee', address: null, level: 'unknown' };

/** Divides an amount in proportion to weights by the largest remainder method; the parts add up exactly. */
export function divideInProportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map((_, i) => (i === 0 ? amount : 0n));
  const parts = weights.map((weight) => (amount * weight) / total);
  const rest = weights.map((weight, i) => ({ i, rest: (amount * weight) % total }));
  let missing = amount - parts.reduce((sum, part) => sum + part, 0n);
  for (const { i } of rest.toSorted((a, b) => descending(a.rest, b.rest) || a.i - b.i)) {
    if (missing === 0n) break;
    parts[i] = (parts[i] ?? 0n) + 1n;
    missing -= 1n;
  }
  return parts;
}

/**
 * Splits the amount of a row among parties in proportion to the amounts on the other side, and for outgoing rows the fee,
 * as in the list of counterparties. If one amount is unknown, the whole row is.
 */
function partsOf(row: HistoryRow, party: (address: string) => FlowParty): (readonly [FlowParty, bigint])[] {
  const { amount, sides } = row;
  const weights = sides.map((side: Side) => side.amount);
  const known = weights.filter((weight) => weight !== null);
  if (sides.length === 0 || row.more || known.length < weights.length) {
    const words = sides.length === 0 ? { ...unknown, id: row.words, name: row.words } : unknown;
    return [[words, amount]];
  }
  const fee = row.direction === 'out' ? (row.fee ?? 0n) : 0n;
  const shares = divideInProportion(amount, [...known, fee]);
  const parts = sides.map(({ address }, i): readonly [FlowParty, bigint] => [
    address === null ? unknown : party(address),
    shares[i] ?? 0n,
  ]);
  return fee === 0n ? parts : [...parts, [networkFee, shares.at(-1) ?? 0n]];
}

function sumUp(rows: readonly HistoryRow[], party: (address: string) => FlowParty): FlowSideSum {
  const sums = new Map<string, { party: FlowParty; amount: bigint; rows: Set<string> }>();
  for (const row of rows) {
    for (const [who, amount] of partsOf(row, party)) {
      const sum = sums.get(who.id) ?? { party: who, amount: 0n, rows: new Set() };
      sum.amount += amount;
      sum.rows.add(row.key);
      sums.set(who.id, sum);
    }
  }
  return flowSide(
    [...sums.values()].map((sum) => ({ ...sum.party, amount: sum.amount, transactions: sum.rows })),
  );
}

/** Returns the incoming and outgoing flow of the native coin in the largest of these rows. */
export function flowOf(rows: readonly HistoryRow[], party: (address: string) => FlowParty): AddressFlow {
  const moving = rows.filter(
    ({ ofChain, direction, amount }) => ofChain && direction !== 'self' && amount > 0n,
  );
  const largest = moving.toSorted((a, b) => descending(a.amount, b.amount)).slice(0, mostTransactions);
  const side = (direction: 'in' | 'out'): FlowSideSum =>
    sumUp(
      largest.filter((row) => row.direction === direction),
      party,
    );
  return { in: side('in'), out: side('out'), transactions: largest.length, of: moving.length };
}

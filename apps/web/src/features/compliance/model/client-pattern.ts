import type { ComplianceTransaction } from '@hopscope/contract';
import { sumOfAmounts } from './transaction-labels.ts';

/** What a client usually does, in comparison with one of its transactions. */
export interface ClientPattern {
  /** Number of other transactions of the same direction. */
  readonly others: number;
  /** Times of the first and last of them, in seconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Median amount of those in the asset of the transaction, in its smallest unit; null without any. */
  readonly median: bigint | null;
  /** The amount in tenths of the median; null if the median is unknown or 0. */
  readonly tenths: bigint | null;
  /** Number of others from or to the same counterparty. */
  readonly sameCounterparty: number;
  readonly decided: { readonly approved: number; readonly closed: number; readonly reported: number };
}

const partyOf = ({ counterparties: [first] }: ComplianceTransaction): string | undefined =>
  first && (first.entityId ?? first.address);

function medianOf(amounts: readonly bigint[]): bigint | null {
  const sorted = amounts.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2n;
}

/** Compares a transaction with others of its client; undefined if there are none of its direction. */
export function clientPattern(
  transaction: ComplianceTransaction,
  ofClient: readonly ComplianceTransaction[],
): ClientPattern | undefined {
  const others = ofClient.filter(
    ({ _id, direction, presence }) =>
      _id !== transaction._id && direction === transaction.direction && presence !== 'withdrawn',
  );
  if (others.length === 0) return undefined;
  const times = others.map(({ timestamp }) => Math.floor(Date.parse(timestamp) / 1000));
  const alike = others.filter((each) => sumOfAmounts([transaction, each]) !== undefined);
  const median = medianOf(alike.map(({ amount }) => BigInt(amount)));
  const party = partyOf(transaction);
  const numberOf = (status: ComplianceTransaction['status']): number =>
    others.filter((each) => each.status === status).length;
  return {
    others: others.length,
    from: Math.min(...times),
    to: Math.max(...times),
    median,
    tenths: median === null || median === 0n ? null : (BigInt(transaction.amount) * 10n) / median,
    sameCounterparty: party === undefined ? 0 : others.filter((each) => partyOf(each) === party).length,
    decided: {
      approved: numberOf('APPROVED'),
      closed: numberOf('CLOSED_WITH_NOTE'),
      reported: numberOf('CLOSED_WITH_SAR'),
    },
  };
}

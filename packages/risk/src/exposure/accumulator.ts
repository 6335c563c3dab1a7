import { byText, descending } from '@hopscope/domain';
import { byGravity, type CategoryId } from '../categories/categories.ts';
import type { Terminal } from './frontier.ts';
import { partsPerMillion } from './share-out.ts';
import {
  type Direction,
  type Evidence,
  type Exposure,
  type Label,
  type PathStep,
  type Rest,
  type RestReason,
  restReasons,
} from './types.ts';

/** Transactions and labels that an exposure names at most. */
export const evidenceLimit = 20;

interface Sum {
  readonly category: CategoryId;
  readonly direct: boolean;
  readonly entity: { readonly id: string; readonly name: string } | null;
  amount: bigint;
  readonly byHops: Map<number, bigint>;
  readonly transactions: Map<string, Evidence>;
  readonly labels: Map<string, Label>;
  largest: { readonly amount: bigint; readonly hops: number; readonly path: () => PathStep[] };
}

/** Largest amounts first, then by category, then by the entity's id, then direct ones first. */
function bySize(a: Sum, b: Sum): number {
  return (
    descending(a.amount, b.amount) ||
    byGravity(a.category, b.category) ||
    byText(a.entity?.id ?? '', b.entity?.id ?? '') ||
    Number(b.direct) - Number(a.direct)
  );
}

/** Adds up where the parts of a walk end. */
export function createExposureAccumulator(direction: Direction) {
  const sums = new Map<string, Sum>();
  const rests = new Map<RestReason, bigint>();

  return {
    /** Calls `path` only for the largest part. */
    arrive(terminal: Terminal, amount: bigint, path: () => PathStep[]): void {
      const { category, label, hops, transaction } = terminal;
      const direct = hops <= 1;
      const key = `${category} ${direct} ${label?.entity ?? ''}`;
      const entity = label ? { id: label.entity, name: label.name } : null;
      const sum = sums.get(key) ?? {
        category,
        direct,
        entity,
        amount: 0n,
        byHops: new Map(),
        transactions: new Map(),
        labels: new Map(),
        largest: { amount, hops, path },
      };
      sums.set(key, sum);
      sum.amount += amount;
      sum.byHops.set(hops, (sum.byHops.get(hops) ?? 0n) + amount);
      const before = sum.transactions.get(transaction);
      sum.transactions.set(transaction, {
        transaction,
        amount: (before?.amount ?? 0n) + amount,
        hops: Math.min(before?.hops ?? hops, hops),
      });
      if (label) sum.labels.set(`${label.address} ${label.source}`, label);
      const { largest } = sum;
      if (amount > largest.amount || (amount === largest.amount && hops < largest.hops)) {
        sum.largest = { amount, hops, path };
      }
    },

    leave(reason: RestReason, amount: bigint): void {
      if (amount > 0n) rests.set(reason, (rests.get(reason) ?? 0n) + amount);
    },

    /** Returns the results; `total` is the sum of all added amounts. */
    result(): { total: bigint; exposures: Exposure[]; rests: Rest[] } {
      const sorted = [...sums.values()].filter(({ amount }) => amount > 0n).toSorted(bySize);
      const left = restReasons.flatMap((reason): [RestReason, bigint][] => {
        const amount = rests.get(reason);
        return amount === undefined ? [] : [[reason, amount]];
      });
      const amounts = [...sorted.map(({ amount }) => amount), ...left.map(([, amount]) => amount)];
      const shares = partsPerMillion(amounts);
      return {
        total: amounts.reduce((sum, amount) => sum + amount, 0n),
        exposures: sorted.map((sum, i) => exposureOf(direction, sum, shares[i] ?? 0)),
        rests: left.map(([reason, amount], i) => ({
          reason,
          amount,
          share: shares[sorted.length + i] ?? 0,
        })),
      };
    },
  };
}

export type ExposureAccumulator = ReturnType<typeof createExposureAccumulator>;

function exposureOf(direction: Direction, sum: Sum, share: number): Exposure {
  const byHops = [...sum.byHops]
    .map(([hops, amount]) => ({ hops, amount }))
    .toSorted((a, b) => a.hops - b.hops);
  const evidence = [...sum.transactions.values()].toSorted(
    (a, b) => descending(a.amount, b.amount) || byText(a.transaction, b.transaction),
  );
  const labels = [...sum.labels.values()].toSorted(
    (a, b) => byText(a.address, b.address) || byText(a.source, b.source),
  );
  return {
    direction,
    direct: sum.direct,
    category: sum.category,
    entity: sum.entity,
    amount: sum.amount,
    share,
    hops: byHops[0]?.hops ?? 0,
    byHops,
    path: sum.largest.path(),
    evidence: evidence.slice(0, evidenceLimit),
    transactions: evidence.length,
    labels: labels.slice(0, evidenceLimit),
  };
}

import { nobleHashing, toHex } from '@hopscope/chain';
import {
  type TraceOutcome,
  type OutcomeEnd,
  outcomeLimits,
  type Query,
} from '@hopscope/contract/flow-document';
import { byText, canonicalJsonV2 } from '@hopscope/domain';
import { assetKey } from './aggregate.ts';

/** A place at which a part of the traced money stopped. */
export interface Stop extends Pick<OutcomeEnd, 'reason' | 'entity' | 'asset'> {
  readonly node: string | null;
  /** Smallest units. */
  readonly amount: string;
  readonly hops: number;
  /** The last one on the way. */
  readonly transaction: string;
}

/** The same query has the same ID, so that its result replaces an earlier one. */
function idOf(question: Readonly<Record<string, unknown>>): string {
  const text = new TextEncoder().encode(canonicalJsonV2(question));
  return `outcome:${toHex(nobleHashing.sha256(text)).slice(0, 32)}`;
}

function byAmount(a: { amount: bigint; key: string }, b: { amount: bigint; key: string }): number {
  return a.amount === b.amount ? byText(a.key, b.key) : a.amount > b.amount ? -1 : 1;
}

function endOf(key: string, stops: readonly Stop[]): { key: string; amount: bigint; end: OutcomeEnd } | null {
  const [first] = stops;
  if (!first) return null;
  const { reason, entity, asset } = first;
  const amount = stops.reduce((sum, stop) => sum + BigInt(stop.amount), 0n);
  const places = stops
    .map((stop) => ({
      stop,
      amount: BigInt(stop.amount),
      key: `${stop.node} ${stop.transaction} ${stop.hops}`,
    }))
    .toSorted(byAmount)
    .slice(0, outcomeLimits.places)
    .map(({ stop: { node, transaction, amount: units, hops } }) => ({
      node,
      transaction,
      amount: units,
      hops,
    }));
  const known = entity && { id: entity.id, name: entity.name };
  return {
    key,
    amount,
    end: { reason, entity: known, asset, amount: String(amount), count: stops.length, places },
  };
}

/**
 * Returns the result of an auto-trace, summed by reason, entity, and asset; null for other queries, and without any stop. `starts`:
 * node IDs of the addresses in the query. Deterministic: the order of stops doesn't matter.
 */
export function outcomeOf(
  query: Query,
  stops: readonly Stop[],
  starts: readonly string[],
): TraceOutcome | null {
  if (query.kind !== 'auto' || stops.length === 0) return null;
  const { question } = query;
  const groups = Map.groupBy(
    stops.filter(({ amount }) => amount !== '0'),
    ({ reason, entity, asset }) => `${assetKey(asset)} ${reason} ${entity?.id ?? ''}`,
  );
  const ends = [...groups]
    .flatMap(([key, group]) => endOf(key, group) ?? [])
    .toSorted(byAmount)
    .slice(0, outcomeLimits.ends)
    .map(({ end }) => end);
  return {
    kind: 'outcome',
    id: idOf(question),
    direction: question['direction'] === 'backward' ? 'backward' : 'forward',
    method: typeof question['method'] === 'string' ? question['method'] : 'haircut',
    starts: starts.slice(0, outcomeLimits.starts),
    ends,
  };
}

/** Sum of an asset in an outcome, with its ends, largest first. */
export interface OutcomeSum {
  readonly asset: OutcomeEnd['asset'];
  /** Smallest units; with poison, parts of it are counted several times. */
  readonly amount: bigint;
  readonly ends: readonly OutcomeEnd[];
}

/** Sums an outcome by asset, in the order of its ends. */
export function outcomeSums({ ends }: TraceOutcome): OutcomeSum[] {
  return [...Map.groupBy(ends, ({ asset }) => assetKey(asset)).values()].flatMap((own) => {
    const [first] = own;
    const amount = own.reduce((sum, end) => sum + BigInt(end.amount), 0n);
    return first ? [{ asset: first.asset, amount, ends: own }] : [];
  });
}

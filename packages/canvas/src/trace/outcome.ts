import { nobleHashing, toHex } from '@hopscope/chain';
import {
  type TraceOutcome,
  type OutcomeEnd,
  outcomeLimits,
  type Query,
} from '@hopscope/contract/flow-document';
import { byText, canonicalJsonV2, descending } from '@hopscope/domain';
import { assetKey } from './aggregate.ts';

/** A place at which a part of the traced money stopped. */
export interface Stop extends Pick<OutcomeEnd, 'reason' | 'entity' | 'asset'> {
  readonly node: string | null;
  /** Smallest units. */
  readonly amount: string;
  readonly hops: number;
  /** The last one on the way. */
  readonly transaction: string;
  /** Where it went on another chain. */
  readonly crossing?: {
    readonly protocol: string;
    readonly chain: { readonly name: string } | null;
    readonly account: string | null;
  } | null;
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
    .map(({ stop: { node, transaction, amount: units, hops, crossing } }) => ({
      node,
      transaction,
      amount: units,
      hops,
      ...(crossing && {
        crossing: {
          protocol: crossing.protocol,
          chain: crossing.chain?.name ?? null,
          account: crossing.account,
        },
      }),
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
    stops,
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

/** Sums an outcome by asset, in the order of its ends, those of the chain on which it started first. */
export function outcomeSums({ ends, starts }: TraceOutcome): OutcomeSum[] {
  const isFirst = ({ asset: { chain } }: OutcomeSum): boolean => starts[0]?.startsWith(`${chain}:`) ?? false;
  const sums = [...Map.groupBy(ends, ({ asset }) => assetKey(asset)).values()].flatMap((own) => {
    const [first] = own;
    const amount = own.reduce((sum, end) => sum + BigInt(end.amount), 0n);
    return first ? [{ asset: first.asset, amount, ends: own }] : [];
  });
  return sums.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/** Everything of a sum that ended for one reason. */
export interface OutcomeBand {
  readonly reason: string;
  /** Exact, smallest units. */
  readonly amount: bigint;
  /** Share of the sum in hundredths of a percent, rounded half up. */
  readonly share: number;
  readonly count: number;
  /** By entity, largest first. */
  readonly ends: readonly OutcomeEnd[];
}

/** Divides a sum by reason, largest first. */
export function outcomeBands({ amount, ends }: OutcomeSum): OutcomeBand[] {
  return [...Map.groupBy(ends, ({ reason }) => reason)]
    .map(([reason, own]) => {
      const sum = own.reduce((total, end) => total + BigInt(end.amount), 0n);
      const count = own.reduce((total, end) => total + end.count, 0);
      return { reason, amount: sum, share: shareOfAmount(sum, amount), count, ends: own };
    })
    .toSorted((a, b) => descending(a.amount, b.amount));
}

/** Returns the share of an amount in hundredths of a percent, rounded half up; 0 of nothing. */
export function shareOfAmount(amount: bigint, of: bigint): number {
  return of === 0n ? 0 : Number((amount * 20_000n + of) / (2n * of));
}

/** Formats hundredths of a percent: `14.83%`, `<0.01%`. */
export function shareText(share: number, amount: bigint): string {
  if (share === 0 && amount > 0n) return '<0.01%';
  return `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}%`;
}

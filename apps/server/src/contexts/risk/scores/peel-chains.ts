import {
  type BehaviorRules,
  categories,
  type Label,
  type CommingledPool,
  peelRemainder,
  peelsOn,
  type Spending,
} from '@hopscope/risk';
import type { BitcoinFlows } from './bitcoin-flows.ts';
import { spendingOf } from './activity.ts';

/** A transaction and its place in the ledger. */
export interface PositionedPool {
  readonly position: number;
  readonly pool: CommingledPool;
}

interface Context {
  readonly owner: string;
  readonly rule: BehaviorRules['peel_chain'];
  /** Seconds since 1970, by position. */
  readonly timesOf: (positions: readonly number[]) => Promise<ReadonlyMap<number, number>>;
}

/** Tests whether a label is that of a service: funds received by a service aren't change. */
function isService({ categories: [first] }: Label): boolean {
  const { stops, group } = categories[first ?? 'unnamed'];
  return stops && group !== 'crime' && group !== 'sanctions';
}

function endsAtService({ entries }: CommingledPool, id: string): boolean {
  const entry = entries.find((one) => one.flow === 'out' && 'lot' in one && one.lot.id === id);
  const label = entry && 'lot' in entry ? entry.lot.owner?.label : undefined;
  return label !== undefined && isService(label);
}

/**
 * Reads transactions that spend an owner's coins and the peel chain steps that follow, as far as they increase the intensity:
 * one round of reads per step for all chains.
 */
export async function followPeels(
  flows: Pick<BitcoinFlows, 'spenders'>,
  placed: readonly PositionedPool[],
  { owner, rule, timesOf }: Context,
): Promise<Spending[]> {
  const found = new Map<number, Spending>();
  const take = async (
    those: readonly PositionedPool[],
  ): Promise<(PositionedPool & { spending: Spending })[]> => {
    const fresh = [...new Map(those.map((one) => [one.position, one])).values()].filter(
      ({ position }) => !found.has(position),
    );
    const times = await timesOf(fresh.map(({ position }) => position));
    return fresh.map(({ position, pool }) => {
      const spending = spendingOf(pool, { owner, time: times.get(position) ?? 0 });
      found.set(position, spending);
      return { position, pool, spending };
    });
  };
  let last = (await take(placed)).filter(({ spending }) => spending.own);
  for (let steps = 1; steps < rule.least * 2 && last.length > 0; steps++) {
    const before = new Map(
      last.flatMap(({ pool, spending }) => {
        const stored = peelRemainder(spending, rule);
        return stored && !endsAtService(pool, stored.id) ? [[stored.id, spending] as const] : [];
      }),
    );
    const next = await flows.spenders([...before.keys()]);
    const following = await take([...next.values()]);
    last = following.filter(({ spending }) =>
      spending.spends.some(({ id }) => {
        const from = before.get(id);
        return from !== undefined && peelsOn(from, spending, rule);
      }),
    );
  }
  return [...found.values()];
}

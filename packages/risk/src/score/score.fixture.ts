import type { CategoryId } from '../categories/categories.ts';
import type { ObservedActivity } from '../behavior/rules.ts';
import type { Direction, Exposure, Label, Rest, WalkResult } from '../exposure/types.ts';
import { partsPerMillion } from '../exposure/share-out.ts';
import { defaultProfile } from '../profile/default-profile.ts';
import type { ScoreInput } from './answer.ts';

/** A label of an entity that is called like its id. */
export function labelOf(entity: string, category: CategoryId): Label {
  return {
    entity,
    name: entity,
    categories: [category],
    address: `${entity}-address`,
    kind: 'direct',
    confidence: 90,
    source: 'test',
    since: '2026-01-01',
  };
}

/** A part of a result: category, whose (empty: nobody's), amount, hops. */
export type SmallExposure = readonly [category: CategoryId, entity: string, amount: bigint, hops: number];

/** The result of a walk with these exposures, each of one transaction, and the rest beyond the hops. */
export function resultOf(direction: Direction, parts: readonly SmallExposure[], beyond = 0n): WalkResult {
  const shares = partsPerMillion([...parts.map(([, , amount]) => amount), beyond]);
  const exposures = parts.map(([category, entity, amount, hops], i): Exposure => {
    const transaction = `tx-${category}-${entity}-${hops}`;
    return {
      direction,
      direct: hops <= 1,
      category,
      entity: entity === '' ? null : { id: entity, name: entity },
      amount,
      share: shares[i] ?? 0,
      hops,
      byHops: [{ hops, amount }],
      path: [
        { transaction, address: entity === '' ? null : `${entity}-address`, owner: entity || null, amount },
      ],
      evidence: [{ transaction, amount, hops }],
      transactions: 1,
      labels: entity === '' ? [] : [labelOf(entity, category)],
    };
  });
  const rests: Rest[] = beyond === 0n ? [] : [{ reason: 'hops', amount: beyond, share: shares.at(-1) ?? 0 }];
  const total = parts.reduce((sum, [, , amount]) => sum + amount, beyond);
  return { direction, method: 'haircut', total, exposures, rests, reads: 1, rounds: 1 };
}

export const quiet: ObservedActivity = { flows: [], spendings: [], complete: true, measures: [] };

/** An input with nothing in it. */
export function inputOf(some: Partial<ScoreInput>): ScoreInput {
  return {
    profile: defaultProfile,
    asset: { symbol: 'BTC', decimals: 8 },
    coverage: 'complete',
    own: [],
    backward: resultOf('backward', []),
    forward: resultOf('forward', []),
    activity: quiet,
    countries: new Map(),
    ...some,
  };
}

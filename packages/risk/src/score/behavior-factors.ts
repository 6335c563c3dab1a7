import { findBehaviors } from '../behavior/find-behaviors.ts';
import type { BehaviorId, ObservedActivity } from '../behavior/rules.ts';
import type { ScoreInput } from './answer.ts';
import { type RawFactor, scoreAt } from './raw-factor.ts';
import { amountText } from './wording.ts';

/** As pages write the rules. */
/** Rules as people read them. */
export const behaviorNames: Readonly<Record<BehaviorId, string>> = {
  structuring: 'Structuring',
  rapid_movement: 'Rapid movement',
  peel_chain: 'Peel chain',
  dormant_then_active: 'Dormant, then active',
  round_trip: 'Round trips',
  bridge_hop: 'Hop over a bridge',
  poisoning: 'Address poisoning',
  dead_entity: 'Dealings with an entity that is gone',
};

/** Transactions that a factor names at most. */
const shownLimit = 20;

/** Amounts that structuring is looked for below: of the profile and from prices, without repeats. */
export function thresholdsOf({ profile, asset, thresholds = [] }: ScoreInput): bigint[] {
  const own = (profile.thresholds[asset.symbol] ?? []).map(BigInt);
  return [...new Set([...own, ...thresholds])];
}

/** A factor for each rule of behavior that applies. */
export function behaviorFactors(activity: ObservedActivity, input: ScoreInput): RawFactor[] {
  const { profile, asset } = input;
  const format = (amount: bigint): string => amountText(amount, asset);
  return findBehaviors(activity, profile.behaviors, thresholdsOf(input), format).flatMap(
    ({ id, intensity, traces, text }): RawFactor[] => {
      const score = scoreAt(profile.behaviors[id].severity, intensity);
      if (score === 0) return [];
      return [
        {
          id: `behavior.${id}`,
          group: 'transaction',
          name: behaviorNames[id],
          description: text,
          score,
          category: null,
          direction: null,
          amount: traces.reduce((sum, { amount }) => sum + amount, 0n),
          share: null,
          hops: null,
          entities: [],
          evidence: traces.slice(0, shownLimit).map((trace) => ({ ...trace, hops: null })),
          transactions: traces.length,
          labels: [],
          caps: [],
        },
      ];
    },
  );
}

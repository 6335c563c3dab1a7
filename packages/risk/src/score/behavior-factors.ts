import { findBehaviors } from '../behavior/find-behaviors.ts';
import { type BehaviorId, behaviorNames, type ObservedActivity } from '../behavior/rules.ts';
import type { ScoreInput } from './answer.ts';
import { type RawFactor, scoreAt } from './raw-factor.ts';
import { amountText } from './format.ts';

/** Maximum number of transactions listed per factor. */
const shownLimit = 20;

/** Rules about who owns the account, rather than about what it did. */
const aboutOwner: ReadonlySet<BehaviorId> = new Set(['frozen']);

/** Thresholds for structuring: from the profile and from prices, deduplicated. */
export function thresholdsOf({ profile, asset, thresholds = [] }: ScoreInput): bigint[] {
  const own = (profile.thresholds[asset.symbol] ?? []).map(BigInt);
  return [...new Set([...own, ...thresholds])];
}

/** Returns one factor per behavior rule that applies. */
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
          group: aboutOwner.has(id) ? 'entity' : 'transaction',
          name: behaviorNames[id],
          description: text,
          score,
          category: null,
          direction: null,
          amount: aboutOwner.has(id) ? null : traces.reduce((sum, { amount }) => sum + amount, 0n),
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

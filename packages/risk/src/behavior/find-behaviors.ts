import { deadEntity, frozenByIssuer, frozenParty, poisoning, roundTrip } from './patterns.ts';
import { peelChain } from './peel-chain.ts';
import type { BehaviorRules, ObservedActivity, Finding, FormatAmount } from './rules.ts';
import { bridgeHop, dormantThenActive, rapidMovement, structuring } from './timing.ts';

/**
 * Returns all behaviors that apply, in the order of `behaviorIds`. `thresholds` are amounts in smallest units, from the
 * profile or from prices; without any, structuring is not assessed.
 */
export function findBehaviors(
  activity: ObservedActivity,
  rules: BehaviorRules,
  thresholds: readonly bigint[],
  format: FormatAmount,
): Finding[] {
  const found = [
    structuring(activity, rules.structuring, thresholds, format),
    rapidMovement(activity, rules.rapid_movement, format),
    peelChain(activity, rules.peel_chain, format),
    dormantThenActive(activity, rules.dormant_then_active, format),
    roundTrip(activity, rules.round_trip, format),
    bridgeHop(activity, rules.bridge_hop, format),
    poisoning(activity, rules.poisoning),
    deadEntity(activity, rules.dead_entity, format),
    frozenByIssuer(activity, rules.frozen),
    frozenParty(activity, rules.frozen_party, format),
  ];
  return found.filter((finding) => finding !== undefined);
}

import { deadEntity, poisoning, roundTrip } from './patterns.ts';
import { peelChain } from './peel-chain.ts';
import type { BehaviorRules, Conduct, Finding, FormatAmount } from './rules.ts';
import { bridgeHop, dormantThenActive, rapidMovement, structuring } from './timing.ts';

/**
 * All rules that apply, in the order of `behaviorIds`.
 * @param thresholds in smallest units, of the profile or from prices; without any, nobody looks for structuring
 */
export function findBehaviors(
  conduct: Conduct,
  rules: BehaviorRules,
  thresholds: readonly bigint[],
  format: FormatAmount,
): Finding[] {
  const found = [
    structuring(conduct, rules.structuring, thresholds, format),
    rapidMovement(conduct, rules.rapid_movement, format),
    peelChain(conduct, rules.peel_chain, format),
    dormantThenActive(conduct, rules.dormant_then_active, format),
    roundTrip(conduct, rules.round_trip, format),
    bridgeHop(conduct, rules.bridge_hop, format),
    poisoning(conduct, rules.poisoning),
    deadEntity(conduct, rules.dead_entity, format),
  ];
  return found.filter((finding) => finding !== undefined);
}

import type { RiskFactor, RiskScore } from '@hopscope/contract';
import { pageBadgeOf } from '../../../lib/risk/risk-level.ts';

/** Maximum number of findings shown in a profile. */
const mostFindings = 3;

/** Returns the score of an entity for its profile: level by the risk profile, color, and the most significant findings. */
export function entityRisk({
  state,
  reason,
  score,
  level,
  entityRisk: own,
  transactionRisk,
  jurisdictionRisk,
}: RiskScore) {
  const findings: RiskFactor[] = [own, jurisdictionRisk, transactionRisk]
    .flatMap(({ factors }) => factors)
    .toSorted((a, b) => b.contribution - a.contribution || b.score - a.score)
    .slice(0, mostFindings);
  return {
    ...pageBadgeOf({ level, score }),
    state,
    /** Why there is no number; undefined: there is one. */
    reason: score === null ? (reason ?? 'No risk data available') : undefined,
    findings: findings.map(({ id, name, description }) => ({ id, name, description })),
  };
}

import type { RiskLevel } from '@hopscope/domain';
import type { ScoreGroup } from '../profile/profile.ts';
import type { ScoreAnswer } from './answer.ts';

/** A part of a score; scores 0 to 1 with at most six decimals. */
export interface SpecifiedGroup {
  readonly aggregateScore: number | null;
  readonly factors: readonly {
    readonly id: string;
    readonly severity: RiskLevel;
    readonly score: number;
    readonly description: string;
  }[];
}

/** A score; null is not known, which is not 0. */
export interface SpecifiedScore {
  readonly overallRisk: number | null;
  readonly transactionRisk: SpecifiedGroup;
  readonly entityRisk: SpecifiedGroup;
  readonly jurisdictionRisk: SpecifiedGroup;
}

function fraction(score: number | null): number | null {
  return score === null ? null : score / 1_000_000;
}

/** The shape of. */
export function specifiedScore({ overall, groups, factors }: ScoreAnswer): SpecifiedScore {
  const part = (group: ScoreGroup): SpecifiedGroup => ({
    aggregateScore: fraction(groups.find((one) => one.group === group)?.score ?? null),
    factors: factors
      .filter((factor) => factor.group === group)
      .map(({ id, severity, score, name, description }) => ({
        id,
        severity,
        score: score / 1_000_000,
        description: `${name}: ${description}`,
      })),
  });
  return {
    overallRisk: fraction(overall),
    transactionRisk: part('transaction'),
    entityRisk: part('entity'),
    jurisdictionRisk: part('jurisdiction'),
  };
}

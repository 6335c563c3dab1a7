import type { RiskFactor, RiskMethod, RiskScore } from '@hopscope/contract';
import { riskLevelOf, type RiskLevel, plural } from '@hopscope/domain';
import { outOf100 } from '../../../lib/risk/risk-level.ts';

export const methodTexts: Readonly<Record<RiskMethod, string>> = {
  haircut: 'Outgoing funds carry all sources in proportion',
  fifo: 'First in, first out',
  lifo: 'Last in, first out',
  poison: 'All outgoing funds carry the most severe source',
};

/** Groups in the order of the card. */
export const riskGroups = [
  { key: 'entityRisk', name: 'Entity' },
  { key: 'transactionRisk', name: 'Transaction' },
  { key: 'jurisdictionRisk', name: 'Jurisdiction' },
] as const;

/** Returns all factors by severity, then by contribution. */
export function factorsOf(
  score: Pick<RiskScore, 'entityRisk' | 'transactionRisk' | 'jurisdictionRisk'>,
): RiskFactor[] {
  return riskGroups
    .flatMap(({ key }) => score[key].factors)
    .toSorted((a, b) => b.score - a.score || b.contribution - a.contribution || (a.id < b.id ? -1 : 1));
}

/** Returns a sentence about the main factors of a score, or why there is no score. */
export function drivingSentence(score: RiskScore): string {
  if (score.score === null) return score.reason ?? 'No data to calculate a score.';
  const [first, second] = factorsOf(score)
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.contribution - a.contribution);
  if (!first) return 'No factors found in the assessed data.';
  const most =
    `${first.name} contributes ${first.points} of ${score.score} points: ${first.description}.`.replace(
      /\.\.$/,
      '.',
    );
  return second ? `${most} ${second.name} adds ${second.points}.` : most;
}

/** Returns the summary of one part of a score. */
export function partSentence({ aggregateScore, factors }: RiskScore['entityRisk']): string {
  if (aggregateScore === null) return 'No data';
  if (factors.length === 0) return 'No findings in the assessed data';
  return `${factors.length} ${plural(factors.length, 'finding')}`;
}

/** Returns whether the score has details: a number, or factors without one. */
export function hasFactors(score: RiskScore): boolean {
  return score.state === 'scored' || factorsOf(score).length > 0;
}

/** Returns the factor of the same group that covers a factor without points; undefined if it has points. */
export function coveredBy(factor: RiskFactor, all: readonly RiskFactor[]): RiskFactor | undefined {
  if (factor.points > 0) return undefined;
  return all.find(({ group, points }) => group === factor.group && points > 0);
}

/** Formats a fraction as points from 0 to 100 with up to four decimals. */
const exact = (fraction: number): string => String(Math.round(fraction * 1_000_000) / 10_000);

/** Returns the calculation of a score with exact numbers; empty without a score. */
export function formulaOf(score: RiskScore): string[] {
  if (score.score === null || score.overallRisk === null) return [];
  const { weighted, raised, raisedBy, dominance } = score.sum;
  const known = riskGroups.filter(({ key }) => score[key].aggregateScore !== null);
  const terms = known.map(
    ({ key, name }) => `${name} ${exact(score[key].aggregateScore ?? 0)} × ${String(score[key].weight)}`,
  );
  const sum = `${terms.join(' + ')} = ${exact(weighted)}`;
  const rounded = `rounded ${score.score}`;
  if (raised === 0 || dominance === null) return [`${sum}, ${rounded}`];
  const part = riskGroups.find(({ key }) => key === `${raisedBy ?? ''}Risk`);
  if (!part) return [`${sum}, ${rounded}`];
  return [
    sum,
    `The score is at least ${exact(dominance)}% of ${part.name}: ${exact(score[part.key].aggregateScore ?? 0)} × ${String(dominance)} = ${exact(score.overallRisk)}, ${rounded}`,
  ];
}

/** Score from 0 to 100 without one of its factors, and the difference. */
export interface WhatIf {
  readonly factor: RiskFactor;
  readonly without: number;
  /** Level of `without` by the profile of the score. */
  readonly level: RiskLevel;
  readonly change: number;
}

/** Returns factors by their effect on the score, largest decrease first. */
export function whatIfs(score: RiskScore): WhatIf[] {
  const now = score.score ?? 0;
  return factorsOf(score)
    .map((factor) => {
      const without = outOf100(factor.without);
      return {
        factor,
        without,
        level: riskLevelOf(without, score.basis.profile.levels),
        change: without - now,
      };
    })
    .toSorted((a, b) => a.change - b.change);
}

/** Returns the first 8 characters of a hash, for visual comparison. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}

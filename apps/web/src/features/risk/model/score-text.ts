import type { RiskFactor, RiskMethod, RiskScore } from '@hopscope/contract';
import { riskLevelOf, type RiskLevel } from '@hopscope/domain';
import { outOf100 } from '../../../lib/risk/risk-level.ts';

/** Methods as people read them. */
export const methodNames: Readonly<Record<RiskMethod, string>> = {
  haircut: 'Haircut',
  fifo: 'FIFO',
  lifo: 'LIFO',
  poison: 'Poison',
};

export const methodTexts: Readonly<Record<RiskMethod, string>> = {
  haircut: 'What leaves is cut over all that is held, in proportion.',
  fifo: 'What came first leaves first.',
  lifo: 'What came last leaves first.',
  poison: 'Every part belongs to the gravest source that it can come from.',
};

/** Groups in the order of the card. */
export const riskGroups = [
  { key: 'entityRisk', name: 'Entity' },
  { key: 'transactionRisk', name: 'Transaction' },
  { key: 'jurisdictionRisk', name: 'Jurisdiction' },
] as const;

/** All factors: the gravest first, of equal ones what adds most. */
export function factorsOf(
  score: Pick<RiskScore, 'entityRisk' | 'transactionRisk' | 'jurisdictionRisk'>,
): RiskFactor[] {
  return riskGroups
    .flatMap(({ key }) => score[key].factors)
    .toSorted((a, b) => b.score - a.score || b.contribution - a.contribution || (a.id < b.id ? -1 : 1));
}

/** One sentence about what drives a score, or why there is none. */
export function drivingSentence(score: RiskScore): string {
  if (score.score === null) return score.reason ?? 'Nothing is known that a score could rest on.';
  const [first, second] = factorsOf(score)
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.contribution - a.contribution);
  if (!first) return 'Nothing that adds to a score was found in what could be looked at.';
  const most = `${first.name} brings ${first.points} of ${score.score} points: ${first.description}.`.replace(
    /\.\.$/,
    '.',
  );
  return second ? `${most} ${second.name} adds ${second.points}.` : most;
}

/** What is known of one part of a score. */
export function partSentence({ aggregateScore, factors }: RiskScore['entityRisk']): string {
  if (aggregateScore === null) return 'Nothing is known that it could be of.';
  if (factors.length === 0) return 'Nothing was found against it in what could be looked at.';
  return factors.length === 1 ? '1 finding' : `${factors.length} findings`;
}

/** Whether there is something to open: a score, or what was found of one that cannot be given. */
export function hasFactors(score: RiskScore): boolean {
  return score.state === 'scored' || factorsOf(score).length > 0;
}

/** Of a factor that adds nothing: the one of its part that covers it already. */
export function coveredBy(factor: RiskFactor, all: readonly RiskFactor[]): RiskFactor | undefined {
  if (factor.points > 0) return undefined;
  return all.find(({ group, points }) => group === factor.group && points > 0);
}

/** A fraction as points of 0 to 100 with all its decimals. */
const exact = (fraction: number): string => String(Math.round(fraction * 1_000_000) / 10_000);

/** The calculation of a score in full numbers; nothing where there is no score. */
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
    `The score is at least ${exact(dominance)} % of ${part.name}: ${exact(score[part.key].aggregateScore ?? 0)} × ${String(dominance)} = ${exact(score.overallRisk)}, ${rounded}`,
  ];
}

/** What a score would be without one of its factors, as 0 to 100, and the difference to what it is. */
export interface WhatIf {
  readonly factor: RiskFactor;
  readonly without: number;
  /** Of `without`, by the profile of the score. */
  readonly level: RiskLevel;
  readonly change: number;
}

/** What would change a score most first; factors without which it stays the same last. */
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

/** The first characters of a hash: enough to compare by eye. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}

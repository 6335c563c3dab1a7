import type { RiskFactor, RiskMethod, RiskScore } from '@hopscope/contract';
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

/** All factors, what adds most first. */
export function factorsOf(
  score: Pick<RiskScore, 'entityRisk' | 'transactionRisk' | 'jurisdictionRisk'>,
): RiskFactor[] {
  return riskGroups
    .flatMap(({ key }) => score[key].factors)
    .toSorted((a, b) => b.contribution - a.contribution || (a.id < b.id ? -1 : 1));
}

/** One sentence about what drives a score, or why there is none. */
export function drivingSentence(score: RiskScore): string {
  if (score.score === null) return score.reason ?? 'Nothing is known that a score could rest on.';
  const [first, second] = factorsOf(score).filter(({ points }) => points > 0);
  if (!first) return 'Nothing that adds to a score was found in what could be looked at.';
  const most = `${first.name} brings ${first.points} of ${score.score} points: ${first.description}.`.replace(
    /\.\.$/,
    '.',
  );
  return second ? `${most} ${second.name} adds ${second.points}.` : most;
}

/** What a score would be without one of its factors, as 0 to 100, and the difference to what it is. */
export interface WhatIf {
  readonly factor: RiskFactor;
  readonly without: number;
  readonly change: number;
}

/** What would change a score most first; factors without which it stays the same last. */
export function whatIfs(score: RiskScore): WhatIf[] {
  const now = score.score ?? 0;
  return factorsOf(score)
    .map((factor) => ({
      factor,
      without: outOf100(factor.without),
      change: outOf100(factor.without) - now,
    }))
    .toSorted((a, b) => a.change - b.change);
}

/** The first characters of a hash: enough to compare by eye. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}

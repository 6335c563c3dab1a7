import type { RiskLevel } from '@hopscope/domain';
import type { ScoreAnswer, ScoreState } from './answer.ts';
import { percentText } from './format.ts';

/** Minimum traced share of a direction's amount for a low score, in parts per million. */
export const leastSeen = 800_000;

/** State of a verdict. `not_enough_seen`: a score below medium with less than `leastSeen` of the amounts traced. */
export type VerdictState = ScoreState | 'not_enough_seen';

/** Score and level, or the reason for their absence. Shares are in parts per million. */
export interface Verdict {
  readonly state: VerdictState;
  readonly reason: string | null;
  readonly overall: number | null;
  readonly overall100: number | null;
  readonly level: RiskLevel;
  /** Traced share of the less traced direction; null without funds. */
  readonly seen: number | null;
}

const sides = { backward: 'received', forward: 'sent' } as const;

/**
 * Derives the verdict of an answer. More tracing can only add findings, so medium and high scores are always valid; a lower
 * score with less than `leastSeen` traced isn't a verdict.
 */
export function verdictOf(
  answer: Pick<ScoreAnswer, 'state' | 'reason' | 'overall' | 'overall100' | 'level' | 'coverage'>,
): Verdict {
  const { state, reason, overall, overall100, level } = answer;
  const [least] = answer.coverage.filter(({ total }) => total > 0n).toSorted((a, b) => a.known - b.known);
  const seen = least?.known ?? null;
  const grave = level === 'high' || level === 'medium';
  if (state !== 'scored' || !least || least.known >= leastSeen || grave) {
    return { state, reason, overall, overall100, level, seen };
  }
  return {
    state: 'not_enough_seen',
    reason: `Only ${percentText(least.known)} of ${sides[least.direction]} funds could be traced to a known endpoint. The traced part scores ${overall100} of 100.`,
    overall: null,
    overall100: null,
    level: 'unknown',
    seen,
  };
}

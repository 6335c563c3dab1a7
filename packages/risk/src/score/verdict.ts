import type { RiskLevel } from '@hopscope/domain';
import type { ScoreAnswer, ScoreState } from './answer.ts';
import { percentText } from './wording.ts';

/** Parts per million of a direction's amount that must have a known end before a low score may be read as low. */
export const leastSeen = 800_000;

/** How an answer may be read. `not_enough_seen`: a number below medium, of less than `leastSeen` of the amounts. */
export type VerdictState = ScoreState | 'not_enough_seen';

/** What is said of a score: its number and level, or why there is none. Shares are parts per million. */
export interface Verdict {
  readonly state: VerdictState;
  readonly reason: string | null;
  readonly overall: number | null;
  readonly overall100: number | null;
  readonly level: RiskLevel;
  /** What has a known end, of the direction of which that is less; null where nothing moved. */
  readonly seen: number | null;
}

const sides = { backward: 'received', forward: 'sent' } as const;

/**
 * Reads an answer. Findings can only be added by looking further, so medium and high scores stand however little was seen; a lower
 * one is only as good as what was seen, and below `leastSeen` it is no verdict.
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
    reason: `Only ${percentText(least.known)} of what was ${sides[least.direction]} could be followed to a known end. What was seen comes to ${overall100} of 100.`,
    overall: null,
    overall100: null,
    level: 'unknown',
    seen,
  };
}

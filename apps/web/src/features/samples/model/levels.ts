import type { RiskLevel } from '@hopscope/contract';
import type { TagTone } from '../../../ui/Tag.tsx';

/** Risk colors of the sample dashboard (specification section 9): 80 and more red, 50 to 79 yellow, below green. */
export function sampleRiskLevel(score: number): RiskLevel {
  if (score >= 80) return 'high';
  return score >= 50 ? 'medium' : 'low';
}

export const priorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof priorities)[number];

/** What each priority asks for (specification section 2). */
export const priorityMeanings: Readonly<Record<Priority, string>> = {
  CRITICAL: 'immediate action',
  HIGH: 'review within 4 hours',
  MEDIUM: 'within 24 hours',
  LOW: 'standard review',
};

/** The label of a transaction (specification section 9): 80 or above CRITICAL, 50 or above HIGH, else MEDIUM. */
export function priorityOfScore(score: number): Priority {
  if (score >= 80) return 'CRITICAL';
  return score >= 50 ? 'HIGH' : 'MEDIUM';
}

/** A progress bar above this is in its exception state (specification section 9). */
export const exceptionAbove = 70;

/** Severities, priorities and categories, as tags show them. */
export const gravityTones: Readonly<Record<string, TagTone>> = {
  CRITICAL: 'red',
  HIGH: 'red',
  HIGH_RISK: 'red',
  MEDIUM: 'orange',
  LOW: 'green',
};

/** `HIGH_RISK` as `HIGH RISK` (specification section 4). */
export function spaced(text: string): string {
  return text.replaceAll('_', ' ');
}

/** `UNDER_REVIEW` as `Under Review`. */
export function titled(text: string): string {
  return spaced(text)
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

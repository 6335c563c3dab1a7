import { levelOfColor } from '../../../shared/risk/risk-colors.ts';
import { type RiskLevel, sampleColorOf } from '@hopscope/domain';
import type { TagTone } from '../../../ui/display/Tag.tsx';

/** Returns the level whose color a score has on the sample dashboard. */
export function sampleRiskLevel(score: number): RiskLevel {
  return levelOfColor[sampleColorOf(score)];
}

export const priorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof priorities)[number];

/** Meaning of each priority. */
export const priorityMeanings: Readonly<Record<Priority, string>> = {
  CRITICAL: 'immediate action',
  HIGH: 'review within 4 hours',
  MEDIUM: 'within 24 hours',
  LOW: 'standard review',
};

/** Colors of severities, priorities, and categories. */
export const gravityTones: Readonly<Record<string, TagTone>> = {
  CRITICAL: 'red',
  HIGH: 'red',
  HIGH_RISK: 'red',
  MEDIUM: 'orange',
  LOW: 'green',
};

/** Converts `HIGH_RISK` to `HIGH RISK`. */
export function spaced(text: string): string {
  return text.replaceAll('_', ' ');
}

/** Converts `UNDER_REVIEW` to `Under Review`. */
export function titled(text: string): string {
  return spaced(text)
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

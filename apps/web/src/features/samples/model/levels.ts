import { levelOfColor } from '../../../shared/risk/risk-colors.ts';
import { type RiskLevel, sampleColorOf } from '@hopscope/domain';
import type { TagTone } from '../../../ui/display/Tag.tsx';

/** The level whose color a score has on the sample dashboard. */
export function sampleRiskLevel(score: number): RiskLevel {
  return levelOfColor[sampleColorOf(score)];
}

export const priorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof priorities)[number];

/** What each priority asks for. */
export const priorityMeanings: Readonly<Record<Priority, string>> = {
  CRITICAL: 'immediate action',
  HIGH: 'review within 4 hours',
  MEDIUM: 'within 24 hours',
  LOW: 'standard review',
};

/** Severities, priorities and categories, as tags show them. */
export const gravityTones: Readonly<Record<string, TagTone>> = {
  CRITICAL: 'red',
  HIGH: 'red',
  HIGH_RISK: 'red',
  MEDIUM: 'orange',
  LOW: 'green',
};

/** `HIGH_RISK` as `HIGH RISK`. */
export function spaced(text: string): string {
  return text.replaceAll('_', ' ');
}

/** `UNDER_REVIEW` as `Under Review`. */
export function titled(text: string): string {
  return spaced(text)
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

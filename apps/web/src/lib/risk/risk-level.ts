import type { RiskMethod, RiskScore } from '@hopscope/contract';
import { pageColorOf, type RiskLevel } from '@hopscope/domain';

/** Labels of levels. */
export const levelNames: Readonly<Record<RiskLevel, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  very_low: 'Very Low',
  unknown: 'Unknown',
};

/** Meaning of each level for an address. */
export const levelDescriptions: Readonly<Record<RiskLevel, string>> = {
  high: 'Critical findings: review each before you transact with this address.',
  medium: 'Findings that need an explanation.',
  low: 'Minor findings.',
  very_low: 'No findings that raise the risk.',
  unknown: 'No risk data available',
};

/**
 * Returns the badge of explorer and entity pages: the level by the organization's profile, the color by the scale of these pages.
 */
export function pageBadgeOf({ level, score }: Pick<RiskScore, 'level' | 'score'>) {
  return { level, score, color: score === null ? undefined : pageColorOf(score) };
}

/** Label in place of a level if too little is known for a score. */
export const notEnoughSeen = 'Insufficient data';

/** Returns the label of a score: its level, or that there is insufficient data. */
export function verdictName(level: RiskLevel, state?: string): string {
  return state === 'not_enough_seen' ? notEnoughSeen : levelNames[level];
}

/** Converts a fraction of 1 to 0 to 100. */
export function outOf100(fraction: number): number {
  return Math.round(fraction * 100);
}

/** Display names of methods. */
export const methodNames: Readonly<Record<RiskMethod, string>> = {
  haircut: 'Haircut',
  fifo: 'FIFO',
  lifo: 'LIFO',
  poison: 'Poison',
};

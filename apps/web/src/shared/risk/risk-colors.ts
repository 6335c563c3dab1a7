import { type RiskLevel, type ScoreColor } from '@hopscope/domain';
import type { CSSProperties } from 'react';

const tokens: Readonly<Record<RiskLevel, string>> = {
  high: 'high',
  medium: 'medium',
  low: 'low',
  very_low: 'verylow',
  unknown: 'unknown',
};

/** Level that corresponds to a color of a page's own scale. */
export const levelOfColor = { red: 'high', yellow: 'medium', green: 'low' } as const satisfies Readonly<
  Record<ScoreColor, RiskLevel>
>;

/** Returns the fill of a level for rings, bars, and ribbons. */
export function riskMark(level: RiskLevel): string {
  return `var(--risk-${tokens[level]}-mark)`;
}

/**
 * Returns custom properties for text, fill, background, and border of a level: `--risk`, `--risk-mark`, `--risk-tint`,
 * `--risk-line`.
 */
export function riskColors(level: RiskLevel): CSSProperties {
  const token = `--risk-${tokens[level]}`;
  return {
    '--risk': `var(${token})`,
    '--risk-mark': `var(${token}-mark)`,
    '--risk-tint': `var(${token}-tint)`,
    '--risk-line': `var(${token}-line)`,
  } as CSSProperties;
}

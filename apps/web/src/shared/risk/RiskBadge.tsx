import { type RiskLevel, type ScoreColor } from '@hopscope/domain';
import {
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  type LucideIcon,
  OctagonAlert,
  TriangleAlert,
} from 'lucide-react';
import { verdictName } from '../../lib/risk/risk-level.ts';
import css from './RiskBadge.module.css';
import { levelOfColor, riskColors } from './risk-colors.ts';

const icons: Readonly<Record<RiskLevel, LucideIcon>> = {
  high: OctagonAlert,
  medium: TriangleAlert,
  low: CircleMinus,
  very_low: CircleCheck,
  unknown: CircleQuestionMark,
};

/**
 * A risk level with its number if there is one: color, shape, and label agree, unless the page has its own color scale. `plain`
 * has no border, for tables.
 */
export function RiskBadge({
  level,
  score = null,
  plain = false,
  state,
  title,
  color,
}: {
  level: RiskLevel;
  /** 0 to 100; null: unknown, which is not 0. */
  score?: number | null;
  plain?: boolean;
  /** State of the score, which names insufficient data. */
  state?: string | undefined;
  title?: string | undefined;
  /** Color of the page's own scale; the shape follows it. */
  color?: ScoreColor | undefined;
}) {
  const drawn = color === undefined ? level : levelOfColor[color];
  const Icon = icons[drawn];
  const classes = [css.badge, plain && css.plain, level === 'unknown' && css.unknown];
  return (
    <span className={classes.filter(Boolean).join(' ')} style={riskColors(drawn)} title={title}>
      <Icon size={13} strokeWidth={2} aria-hidden="true" />
      {score !== null && <b>{score}</b>} {verdictName(level, state)}
    </span>
  );
}

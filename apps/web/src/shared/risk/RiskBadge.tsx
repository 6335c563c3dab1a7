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
 * A risk level with its number where there is one: color, shape and word say the same, unless the page has a scale of colors of its
 * own. `plain` without a border, for tables.
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
  /** Of the score: says so where too little was seen. */
  state?: string | undefined;
  title?: string | undefined;
  /** Of the page's own scale; shape goes with it. */
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

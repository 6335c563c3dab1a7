import { type ComplianceTransaction } from '@hopscope/contract';
import { type RiskBand, type ScoreColor, tableColorOf } from '@hopscope/domain';
import { CircleCheck, CircleDashed, CircleX, OctagonAlert, RefreshCw, TriangleAlert } from 'lucide-react';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { levelOfColor, riskColors } from '../../../../shared/risk/risk-colors.ts';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { averageScore, screeningWord } from '../../model/transaction-labels.ts';
import css from './ScoreBadge.module.css';

const icons = {
  red: OctagonAlert,
  yellow: TriangleAlert,
  green: CircleCheck,
} as const satisfies Record<ScoreColor, unknown>;

/** Names of the bands of the risk filter. */
const bandNames: Readonly<Record<RiskBand, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unknown: 'Unknown',
};

function WithoutScore({ screening }: Pick<ComplianceTransaction, 'screening'>) {
  const word = screeningWord(screening);
  if (word === undefined) return <RiskBadge level="unknown" />;
  const failed = screening === 'failed';
  const Icon = failed ? CircleX : screening === 'pending' ? RefreshCw : CircleDashed;
  return (
    <span className={`${css.badge} ${css.waiting}`} style={riskColors(failed ? 'high' : 'unknown')}>
      <Icon
        className={screening === 'pending' ? css.turning : undefined}
        size={13}
        strokeWidth={2}
        aria-hidden="true"
      />
      {word}
    </span>
  );
}

/** Average score of a transaction in the table's colors, each with a shape, and its level at the time of screening. */
export function ScoreBadge({
  riskScores,
  riskLevel,
  screening,
}: Pick<ComplianceTransaction, 'riskScores' | 'riskLevel' | 'screening'>) {
  const average = averageScore(riskScores);
  if (average === null) return <WithoutScore screening={screening} />;
  const color = tableColorOf(average);
  const Icon = icons[color];
  return (
    <span className={css.badge} style={riskColors(levelOfColor[color])} title={`Risk ${average} of 100`}>
      <Icon size={13} strokeWidth={2} aria-hidden="true" />
      <ScreenReaderText>Risk </ScreenReaderText>
      {average} {bandNames[riskLevel]}
    </span>
  );
}

import { type ComplianceTransaction, type RiskBand, riskBandOf } from '@hopscope/contract';
import { CircleCheck, CircleDashed, CircleX, OctagonAlert, RefreshCw, TriangleAlert } from 'lucide-react';
import { RiskBadge } from '../../../ui/RiskBadge.tsx';
import { riskColors } from '../../../ui/risk-colors.ts';
import { ScreenReaderText } from '../../../ui/ScreenReaderText.tsx';
import { averageScore, type ScoreColor, screeningWord, tableColor } from '../model/transaction-words.ts';
import css from './ScoreBadge.module.css';

const looks = {
  red: { level: 'high', Icon: OctagonAlert },
  yellow: { level: 'medium', Icon: TriangleAlert },
  green: { level: 'low', Icon: CircleCheck },
} as const satisfies Record<ScoreColor, unknown>;

/** Words of the bands that the risk filter has. */
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
  const Icon = failed ? CircleX : screening === 'waiting' ? RefreshCw : CircleDashed;
  return (
    <span className={`${css.badge} ${css.waiting}`} style={riskColors(failed ? 'high' : 'unknown')}>
      <Icon
        className={screening === 'waiting' ? css.turning : undefined}
        size={13}
        strokeWidth={2}
        aria-hidden="true"
      />
      {word}
    </span>
  );
}

/** The average score of a transaction in the table's own colors (specification section 9), each with its shape. */
export function ScoreBadge({
  riskScores,
  screening,
}: Pick<ComplianceTransaction, 'riskScores' | 'screening'>) {
  const average = averageScore(riskScores);
  if (average === null) return <WithoutScore screening={screening} />;
  const { level, Icon } = looks[tableColor(average)];
  return (
    <span className={css.badge} style={riskColors(level)} title={`Risk ${average} of 100`}>
      <Icon size={13} strokeWidth={2} aria-hidden="true" />
      <ScreenReaderText>Risk </ScreenReaderText>
      {average} {bandNames[riskBandOf(average)]}
    </span>
  );
}

import { detailLevelOf } from '@hopscope/domain';
import { riskColors } from '../../../../shared/risk/risk-colors.ts';

const levels = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low', UNKNOWN: 'unknown' } as const;
/** The ring is open at the bottom: it covers three quarters, starting at the lower left. */
const open = 0.75;

/** Score of a transaction as a ring with number and level; dotted without a score. */
export function ScoreRing({ score }: { score: number | null }) {
  const level = detailLevelOf(score);
  const name = score === null ? 'Risk unknown' : `Risk ${score} of 100, ${level}`;
  const ring = { cx: 50, cy: 50, r: 44, fill: 'none', pathLength: 100, transform: 'rotate(135 50 50)' };
  return (
    <svg
      width={96}
      height={96}
      viewBox="0 0 100 100"
      role="img"
      aria-label={name}
      style={riskColors(levels[level])}
    >
      <circle
        {...ring}
        stroke={score === null ? 'var(--risk-mark)' : 'var(--bg-3)'}
        strokeWidth={score === null ? 2.5 : 5}
        strokeDasharray={score === null ? '0.4 2.2' : `${100 * open} 100`}
      />
      {score !== null && score > 0 && (
        <circle
          {...ring}
          stroke="var(--risk-mark)"
          strokeWidth={5}
          strokeLinecap="round"
          strokeDasharray={`${score * open} 100`}
        />
      )}
      <text
        x="50"
        y="57"
        textAnchor="middle"
        fontSize="29"
        fontWeight="600"
        letterSpacing="-.8"
        fill="var(--text-1)"
      >
        {score ?? '?'}
      </text>
      <text x="50" y="73" textAnchor="middle" fontSize="10.5" fontWeight="600" fill="var(--risk)">
        {level}
      </text>
    </svg>
  );
}

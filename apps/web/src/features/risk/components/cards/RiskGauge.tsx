import type { RiskLevel } from '@hopscope/domain';
import { verdictName } from '../../../../lib/risk/risk-level.ts';
import { percentOf } from '../../model/exposures.ts';
import { riskColors } from '../../../../shared/risk/risk-colors.ts';

const center = 50;
const radius = 43;
const outerRadius = 48.6;
/** The ring is open at the bottom: 270 degrees from the lower left. */
const start = 135;
const sweep = 270;
/** Level boundaries. */
const ticks = [20, 50, 80];

function at(score: number, r: number): string {
  const angle = ((start + (sweep * score) / 100) * Math.PI) / 180;
  return `${(center + r * Math.cos(angle)).toFixed(2)} ${(center + r * Math.sin(angle)).toFixed(2)}`;
}

function arc(score: number, r = radius, from = 0): string {
  const large = (sweep * (score - from)) / 100 > 180 ? 1 : 0;
  return `M${at(from, r)}A${r} ${r} 0 ${large} 1 ${at(score, r)}`;
}

function Ring({ score }: { score: number }) {
  const [x, y] = at(score, radius).split(' ');
  return (
    <>
      {score > 0 && (
        <path d={arc(score)} fill="none" stroke="var(--risk-mark)" strokeWidth="5" strokeLinecap="round" />
      )}
      <circle cx={x} cy={y} r="4" fill="var(--bg-1)" stroke="var(--risk-mark)" strokeWidth="2.5" />
    </>
  );
}

/** The outer ring: solid for the share of the funds that was traced (0 to 1), broken for the rest. */
function TracedRing({ share }: { share: number }) {
  const end = share * 100;
  return (
    <g data-traced={share}>
      <title>{`${percentOf(share)} of the funds were traced`}</title>
      {share < 1 && (
        <path
          d={arc(100, outerRadius, end)}
          fill="none"
          stroke="var(--text-3)"
          strokeWidth="2"
          strokeDasharray="0.8 1.6"
        />
      )}
      {share > 0 && <path d={arc(end, outerRadius)} fill="none" stroke="var(--text-2)" strokeWidth="1.2" />}
    </g>
  );
}

/**
 * Gauge of a score from 0 to 100 with its level; dotted and without a number if unknown. A ring around it has the share of the
 * funds that the score rests on.
 */
export function RiskGauge({
  score,
  level,
  state,
  traced,
  size = 148,
}: {
  score: number | null;
  level: RiskLevel;
  state?: string;
  /** 0 to 1; null: there were no funds to trace. */
  traced: number | null;
  size?: number;
}) {
  const word = verdictName(level, state);
  const name =
    score === null
      ? `Risk score unknown${state === 'not_enough_seen' ? `: ${word}` : ''}`
      : `Risk score ${score} of 100, ${word}`;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 100 100"
      role="img"
      aria-label={name}
      style={riskColors(level)}
    >
      <path
        d={arc(100)}
        fill="none"
        stroke={score === null ? 'var(--risk-mark)' : 'var(--bg-3)'}
        strokeWidth={score === null ? 2.5 : 5}
        strokeDasharray={score === null ? '0.5 6' : undefined}
        strokeLinecap="round"
      />
      {score !== null && <Ring score={score} />}
      {traced !== null && <TracedRing share={traced} />}
      {ticks.map((tick) => (
        <path key={tick} d={`M${at(tick, 36)}L${at(tick, 39)}`} stroke="var(--text-3)" strokeWidth="1" />
      ))}
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
      <text x="50" y="72" textAnchor="middle" fontSize="9.5" fontWeight="600" fill="var(--risk)">
        {word}
      </text>
    </svg>
  );
}

import { plural } from '@hopscope/domain';
import type { RiskLevel } from '@hopscope/domain';
import { riskColors } from './risk-colors.ts';

const step = 20;
const mostDrawn = 4;

/** Draws a number of hops as arcs that end in a ring. */
export function HopMark({ hops, level }: { hops: number; level: RiskLevel }) {
  const drawn = Math.min(hops, mostDrawn);
  const width = 12 + drawn * step;
  const end = 6 + drawn * step;
  return (
    <svg
      width={width}
      height="22"
      viewBox={`0 0 ${width} 22`}
      role="img"
      aria-label={`${hops} ${plural(hops, 'hop')}`}
      style={riskColors(level)}
    >
      {Array.from({ length: drawn }, (_, i) => {
        const [from, to] = [9.5 + i * step, (i === drawn - 1 ? 20 : 22) + i * step];
        return (
          <path
            key={from}
            d={`M${from} 11.5Q${(from + to) / 2} 0 ${to} 11.5`}
            stroke="var(--line-control)"
            strokeWidth="1.3"
            fill="none"
            strokeLinecap="round"
          />
        );
      })}
      <circle cx="6" cy="15" r="3.3" fill="var(--text-1)" />
      {Array.from({ length: Math.max(0, drawn - 1) }, (_, i) => (
        <circle key={i} cx={26 + i * step} cy="15" r="2.2" fill="var(--text-3)" />
      ))}
      <circle cx={end} cy="15" r="4.6" fill="none" stroke="var(--risk)" strokeWidth="1.7" />
      <circle cx={end} cy="15" r="1.7" fill="var(--risk)" />
    </svg>
  );
}

import type { ReactNode } from 'react';
import { CheckBox } from '../form/CheckBox.tsx';
import css from './Chart.module.css';
import { useWidth } from './use-width.ts';

/** A step of a waterfall. */
export interface WaterfallStep {
  key: string;
  name: string;
  /** What it adds: a whole number, not negative. */
  points: number;
  /** CSS color of its bar. */
  color: string;
  /** False: left out of the sum. */
  on: boolean;
}

const barHeight = 14;
const nameStart = 26;
/** Room for the number after a bar. */
const numberWidth = 34;
const letterWidth = 6.3;
/** Narrower charts have names above the bars. */
const narrowWidth = 440;

function cut(name: string, width: number): string {
  const most = Math.max(4, Math.floor(width / letterWidth));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

/**
 * Shows how a sum comes about: each step begins where the one above ends, and the last bar is the sum. A step can be switched
 * off; bars are drawn on a scale from 0 to `most`.
 */
export function Waterfall({
  label,
  steps,
  total,
  most,
  onSwitch,
}: {
  /** Accessible name. */
  label: string;
  steps: readonly WaterfallStep[];
  /** The last bar; null: unknown. */
  total: { name: string; points: number | null; color: string };
  most: number;
  onSwitch: (key: string, on: boolean) => void;
}): ReactNode {
  const [ref, width] = useWidth<HTMLDivElement>();
  const narrow = width < narrowWidth;
  const rowHeight = narrow ? 44 : 30;
  const height = rowHeight * (steps.length + 1) + 20;
  const left = narrow ? nameStart : Math.min(300, width * 0.42);
  /** Places of a name and of its bar within a row. */
  const [nameY, barY] = narrow ? [16, 24] : [19, (rowHeight - barHeight) / 2];
  const nameWidth = (narrow ? width : left - 10) - nameStart;
  const xOf = (points: number): number => left + (points / most) * Math.max(0, width - left - numberWidth);
  let sum = 0;
  const bars = steps.map((step) => {
    const from = sum;
    if (step.on) sum += step.points;
    return { ...step, from };
  });
  const last = rowHeight * steps.length;
  return (
    <div className={css.chart}>
      <div ref={ref} className={css.rows} style={{ height }}>
        {width > 0 && (
          <svg data-chart role="img" aria-label={label} width={width} height={height}>
            {[0, 0.25, 0.5, 0.75, 1].map((part) => (
              <g key={part}>
                <line
                  className={part === 0 ? css.zero : css.grid}
                  x1={xOf(part * most)}
                  x2={xOf(part * most)}
                  y1="0"
                  y2={height - 18}
                />
                <text className={css.label} x={xOf(part * most)} y={height - 4} textAnchor="middle">
                  {part * most}
                </text>
              </g>
            ))}
            {bars.map(({ key, name, points, color, on, from }, i) => {
              const y = i * rowHeight;
              return (
                <g
                  key={key}
                  className={on ? undefined : css.off}
                  data-step={key}
                  data-points={on ? points : 0}
                >
                  <title>{name}</title>
                  <text className={css.name} x={nameStart} y={y + nameY}>
                    {cut(name, nameWidth)}
                  </text>
                  {on && (
                    <rect
                      x={xOf(from)}
                      y={y + barY}
                      width={Math.max(points === 0 ? 1 : 2, xOf(from + points) - xOf(from))}
                      height={barHeight}
                      rx="2"
                      fill={color}
                    />
                  )}
                  <text className={css.value} x={on ? xOf(from + points) + 6 : left + 6} y={y + barY + 12}>
                    {on ? `+${points}` : 'Off'}
                  </text>
                  {on && i < bars.length - 1 && (
                    <line
                      className={css.cursor}
                      strokeDasharray="2 2"
                      x1={xOf(from + points)}
                      x2={xOf(from + points)}
                      y1={y + barY + barHeight}
                      y2={y + rowHeight + barY}
                    />
                  )}
                </g>
              );
            })}
            <g data-total={total.points ?? 'unknown'}>
              <line className={css.grid} x1="0" x2={width} y1={last + 0.5} y2={last + 0.5} />
              <text className={css.value} x={nameStart} y={last + nameY}>
                {total.name}
              </text>
              {total.points !== null && (
                <rect
                  x={left}
                  y={last + barY}
                  width={Math.max(1, xOf(total.points) - left)}
                  height={barHeight}
                  rx="2"
                  fill={total.color}
                />
              )}
              <text className={css.value} x={xOf(total.points ?? 0) + 6} y={last + barY + 12}>
                {total.points ?? 'Unknown'}
              </text>
            </g>
          </svg>
        )}
        {bars.map(({ key, name, on }, i) => (
          <span
            key={key}
            className={css.switch}
            style={{ top: i * rowHeight, height: narrow ? 24 : rowHeight }}
          >
            <CheckBox label={`Count ${name}`} bare checked={on} onChange={(next) => onSwitch(key, next)} />
          </span>
        ))}
      </div>
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import css from './Chart.module.css';
import { amountTicks, fractionOf } from './scale.ts';
import { useWidth } from './use-width.ts';

/** What came in and went out in a period. */
export interface InOutBar {
  /** Name of the period, also below the chart. */
  name: string;
  received: bigint;
  spent: bigint;
}

const half = 66;
const middle = half + 6;
const height = 2 * half + 32;
/** Room of a label below the bars. */
const labelWidth = 64;

/** Bars of periods: received above the line, spent below it, on one scale. Shows the amounts of the period under the pointer, or of all. */
export function InOutChart({
  label,
  bars,
  amount,
  axisAmount,
}: {
  /** Accessible name. */
  label: string;
  /** Ascending, without gaps; not empty. */
  bars: readonly InOutBar[];
  amount: (amount: bigint) => ReactNode;
  /** Formats an amount of the axis without its unit. */
  axisAmount: (amount: bigint) => string;
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const largest = (side: 'received' | 'spent') =>
    bars.reduce((max, bar) => (bar[side] > max ? bar[side] : max), 0n);
  const sum = (side: 'received' | 'spent') => bars.reduce((total, bar) => total + bar[side], 0n);
  const most = [largest('received'), largest('spent')].reduce((a, b) => (a > b ? a : b));
  const ticks = amountTicks(most, 2);
  const highest = ticks.at(-1) ?? 1n;
  const left = 8 + 6.4 * Math.max(...ticks.map((tick) => axisAmount(tick).length));
  const slot = Math.max(0, width - left) / bars.length;
  const bar = Math.min(28, Math.max(1, slot * 0.7));
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(slot, 1)));
  const lengthOf = (value: bigint): number =>
    value === 0n ? 0 : Math.max(1, fractionOf(value, highest) * half);
  const shown = pointed === undefined ? undefined : bars[pointed];
  return (
    <div className={css.chart}>
      <div className={css.readout} aria-hidden="true">
        <span className={css.key}>
          <i className={css.upKey} /> In {amount(shown ? shown.received : sum('received'))}
        </span>
        <span className={css.key}>
          <i className={css.downKey} /> Out {amount(shown ? shown.spent : sum('spent'))}
        </span>
        <span className={css.when}>{shown ? shown.name : 'in total'}</span>
      </div>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg
            data-chart
            role="img"
            aria-label={label}
            width={width}
            height={height}
            onPointerLeave={() => setPointed(undefined)}
          >
            {ticks.flatMap((tick) =>
              (tick === 0n ? [1] : [1, -1]).map((sign) => {
                const y = middle - sign * fractionOf(tick, highest) * half;
                return (
                  <g key={`${String(tick)} ${sign}`}>
                    <line className={tick === 0n ? css.zero : css.grid} x1={left} x2={width} y1={y} y2={y} />
                    <text className={css.label} x={left - 6} y={y + 4} textAnchor="end">
                      {axisAmount(tick)}
                    </text>
                  </g>
                );
              }),
            )}
            {bars.map(({ name, received, spent }, i) => {
              const x = left + i * slot + (slot - bar) / 2;
              return (
                <g key={name} onPointerEnter={() => setPointed(i)}>
                  <rect className={css.band} x={left + i * slot} y="0" width={slot} height={height - 20} />
                  <rect
                    className={css.up}
                    data-received={String(received)}
                    x={x}
                    y={middle - lengthOf(received)}
                    width={bar}
                    height={lengthOf(received)}
                  />
                  <rect
                    className={css.down}
                    data-spent={String(spent)}
                    x={x}
                    y={middle}
                    width={bar}
                    height={lengthOf(spent)}
                  />
                  {(bars.length - 1 - i) % every === 0 && (
                    <text
                      className={css.label}
                      x={Math.min(x + bar / 2, width - labelWidth / 2)}
                      y={height - 4}
                      textAnchor="middle"
                    >
                      {name}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
    </div>
  );
}

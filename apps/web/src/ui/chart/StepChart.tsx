import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import css from './Chart.module.css';
import { amountTicks, fractionOf, indexAt, tickText, timeTicks } from './scale.ts';
import { type StepPoint, stepPaths } from './step-paths.ts';
import { useWidth } from './use-width.ts';

const height = 150;
const top = 6;
const bottom = height - 20;
/** Room of a label of the time axis. */
const labelWidth = 84;

/**
 * Amounts over time as steps: each holds until the next one; unknown ones leave a gap. Shows the amount under the pointer, or the
 * last one. Points ascend in time and aren't empty.
 */
export function StepChart({
  label,
  points,
  until,
  amount,
  axisAmount,
  when,
}: {
  /** Accessible name. */
  label: string;
  points: readonly StepPoint[];
  /** Right end: seconds since 1970. */
  until: number;
  /** Formats an amount; null: unknown. */
  amount: (amount: bigint | null) => ReactNode;
  /** Formats an amount of the axis without its unit. */
  axisAmount: (amount: bigint) => string;
  /** Formats a moment. */
  when: (at: number) => string;
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const drawn = useMemo(() => {
    const most = points.reduce(
      (max, each) => (each.amount !== null && each.amount > max ? each.amount : max),
      0n,
    );
    const ticks = amountTicks(most);
    const highest = ticks.at(-1) ?? 1n;
    const left = 8 + 6.4 * Math.max(...ticks.map((tick) => axisAmount(tick).length));
    const from = points[0]?.at ?? until;
    const span = Math.max(until - from, 1);
    const xOf = (at: number): number => left + (Math.min(at - from, span) / span) * Math.max(0, width - left);
    const yOf = (value: bigint): number => bottom - fractionOf(value, highest) * (bottom - top);
    const times = timeTicks(from, until, Math.max(2, Math.floor((width - left) / labelWidth)));
    return { ticks, left, xOf, yOf, times, paths: stepPaths(points, { xOf, yOf, end: width, bottom }) };
  }, [points, until, width, axisAmount]);
  const { ticks, left, xOf, yOf, times, paths } = drawn;
  const places = useMemo(() => points.map(({ at }) => drawn.xOf(at)), [points, drawn]);
  const point = points[pointed ?? points.length - 1];

  function follow({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    setPointed(indexAt(places, clientX - currentTarget.getBoundingClientRect().left));
  }

  if (!point) return null;
  return (
    <div className={css.chart}>
      <div className={css.readout} aria-hidden="true">
        <span>{amount(point.amount)}</span>
        <span className={css.when}>{pointed === undefined ? 'now' : `from ${when(point.at)}`}</span>
      </div>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg
            data-chart
            role="img"
            aria-label={label}
            width={width}
            height={height}
            onPointerMove={follow}
            onPointerLeave={() => setPointed(undefined)}
          >
            {ticks.map((tick) => (
              <g key={String(tick)}>
                <line
                  className={tick === 0n ? css.zero : css.grid}
                  x1={left}
                  x2={width}
                  y1={yOf(tick)}
                  y2={yOf(tick)}
                />
                <text className={css.label} x={left - 6} y={yOf(tick) + 4} textAnchor="end">
                  {axisAmount(tick)}
                </text>
              </g>
            ))}
            {times.map((tick) => {
              const x = xOf(tick.at);
              if (x + labelWidth / 2 > width + 18) return null;
              return (
                <text
                  key={tick.at}
                  className={css.label}
                  x={x}
                  y={height - 4}
                  textAnchor={x < left + 24 ? 'start' : 'middle'}
                >
                  {tickText(tick)}
                </text>
              );
            })}
            {times.length === 0 && (
              <text className={css.label} x={left} y={height - 4}>
                {when(points[0]?.at ?? until)}
              </text>
            )}
            <path className={css.area} d={paths.area} />
            <path className={css.line} d={paths.line} />
            {pointed !== undefined && (
              <line className={css.cursor} x1={xOf(point.at)} x2={xOf(point.at)} y1={top} y2={bottom} />
            )}
          </svg>
        )}
      </div>
    </div>
  );
}

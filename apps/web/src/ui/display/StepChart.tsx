import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import css from './StepChart.module.css';
import { type ChartPoint, chartScale, pointAt, stepPaths } from './step-path.ts';

const size = { width: 600, height: 160 };

/**
 * Amounts over days as steps: each holds until the next one; unknown ones leave a gap. The amount under the pointer, or the last
 * one, is shown above. Hidden from screen readers: the same figures must also be shown as a table.
 */
export function StepChart({
  points,
  until,
  amount,
  day,
}: {
  /** Ascending by day. */
  points: readonly ChartPoint[];
  /** The last day of the chart. */
  until: string;
  /** Formats an amount; null: unknown. */
  amount: (amount: bigint | null) => ReactNode;
  /** Formats a day. */
  day: (day: string) => ReactNode;
}) {
  const [pointed, setPointed] = useState<number>();
  const { scale, paths } = useMemo(
    () => ({ scale: chartScale(points, until, size), paths: stepPaths(points, until, size) }),
    [points, until],
  );
  const point = points[pointed ?? points.length - 1];
  const first = points[0];

  function follow({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(pointAt(points, ((clientX - left) / width) * size.width, scale.xOf));
  }

  if (!point || !first) return null;
  const x = scale.xOf(point.day);
  return (
    <div className={css.chart} aria-hidden="true">
      <div className={css.value}>
        <span>{amount(point.amount)}</span>
        <span className={css.day}>{pointed === undefined ? 'now' : day(point.day)}</span>
      </div>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        onPointerMove={follow}
        onPointerLeave={() => setPointed(undefined)}
      >
        <path className={css.area} d={paths.area} />
        <path className={css.line} d={paths.line} vectorEffect="non-scaling-stroke" />
        {pointed !== undefined && (
          <line
            className={css.cursor}
            x1={x}
            x2={x}
            y1="0"
            y2={size.height}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div className={css.axis}>
        <span>{day(first.day)}</span>
        <span>max: {amount(scale.most)}</span>
        <span>{day(until)}</span>
      </div>
    </div>
  );
}

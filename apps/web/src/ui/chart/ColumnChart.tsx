import css from './Chart.module.css';
import { useWidth } from './use-width.ts';

/** A column: parts from bottom to top, or side by side. */
export interface Column {
  key: string;
  /** Below the column, and in its tooltip. */
  name: string;
  /** Tooltip. */
  title: string;
  /** Sizes by series. */
  sizes: readonly number[];
}

const chartHeight = 120;
const bottom = chartHeight - 18;
const labelWidth = 56;
const ownFills = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-4)'];

/** Columns of several series, stacked or side by side, scaled to the highest one, whose size is named by `most`. */
export function ColumnChart({
  label,
  series,
  columns,
  most,
  stacked = false,
  fills = ownFills,
}: {
  /** Accessible name. */
  label: string;
  /** Names of the series. */
  series: readonly string[];
  columns: readonly Column[];
  /** Text of the highest column. */
  most: string;
  stacked?: boolean;
  /** Colors of the series. */
  fills?: readonly string[];
}) {
  const fillOf = (at: number): string => fills[at % fills.length] ?? '';
  const [ref, width] = useWidth<HTMLDivElement>();
  const heightOf = ({ sizes }: Column): number =>
    stacked ? sizes.reduce((sum, size) => sum + size, 0) : Math.max(0, ...sizes);
  const highest = Math.max(1, ...columns.map(heightOf));
  const slot = width / Math.max(1, columns.length);
  const room = Math.min(40, slot * 0.7);
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(slot, 1)));
  const scale = (size: number): number => (size === 0 ? 0 : Math.max(2, (size / highest) * (bottom - 24)));
  return (
    <div className={css.chart}>
      <div ref={ref} style={{ height: chartHeight + 22 }}>
        {width > 0 && (
          <svg data-chart role="img" aria-label={label} width={width} height={chartHeight + 22}>
            <text className={css.label} x={width} y="10" textAnchor="end">
              {most}
            </text>
            <line className={css.zero} x1="0" x2={width} y1={bottom} y2={bottom} />
            {columns.map((column, i) => {
              const x = i * slot + (slot - room) / 2;
              const part = stacked ? room : room / Math.max(1, series.length);
              let top = bottom;
              return (
                <g key={column.key} data-sizes={column.sizes.join(' ')}>
                  <title>{column.title}</title>
                  <rect className={css.band} x={i * slot} y="14" width={slot} height={bottom - 14} />
                  {column.sizes.map((size, at) => {
                    const height = scale(size);
                    if (stacked) top -= height;
                    return (
                      <rect
                        key={series[at] ?? at}
                        x={stacked ? x : x + at * part}
                        y={stacked ? top : bottom - height}
                        width={Math.max(1, part - (stacked ? 0 : 1))}
                        height={height}
                        fill={fillOf(at)}
                      />
                    );
                  })}
                  {(columns.length - 1 - i) % every === 0 && (
                    <text className={css.label} x={x + room / 2} y={chartHeight - 4} textAnchor="middle">
                      {column.name}
                    </text>
                  )}
                </g>
              );
            })}
            {series.map((name, at) => {
              const x = series.slice(0, at).reduce((sum, each) => sum + each.length * 6.4 + 34, 0);
              return (
                <g key={name}>
                  <rect x={x} y={chartHeight + 8} width="8" height="8" rx="2" fill={fillOf(at)} />
                  <text className={css.label} x={x + 14} y={chartHeight + 16}>
                    {name}
                  </text>
                </g>
              );
            })}
          </svg>
        )}
      </div>
    </div>
  );
}

import css from './Chart.module.css';
import { useWidth } from './use-width.ts';

/** A bar of a list. */
export interface BarRow {
  key: string;
  name: string;
  /** Length of the bar: not negative. */
  value: number;
  /** Shown after the bar. */
  text: string;
  /** What the bar consists of, from left to right; together `value`. Default: one part. */
  parts?: readonly BarPart[];
}

/** A part of a bar. */
export interface BarPart {
  key: string;
  value: number;
  /** CSS color. */
  fill: string;
  /** Tooltip. */
  title: string;
}

const rowHeight = 26;
const barHeight = 12;
const nameWidth = 100;
const textWidth = 96;

function Parts({ parts, y, scale }: { parts: readonly BarPart[]; y: number; scale: number }) {
  let from = 0;
  return parts.map(({ key, value, fill, title }) => {
    const x = nameWidth + from * scale;
    from += value;
    return (
      <rect
        key={key}
        data-part={value}
        x={x}
        y={y}
        width={Math.max(1, value * scale - 1)}
        height={barHeight}
        fill={fill}
      >
        <title>{title}</title>
      </rect>
    );
  });
}

/** Horizontal bars on one scale, each with its name and figure. */
export function BarRows({
  label,
  rows,
}: {
  /** Accessible name. */
  label: string;
  rows: readonly BarRow[];
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const room = Math.max(0, width - nameWidth - textWidth);
  const height = rows.length * rowHeight;
  return (
    <div className={css.chart}>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg data-chart role="img" aria-label={label} width={width} height={height}>
            {rows.map(({ key, name, value, text, parts }, i) => {
              const y = i * rowHeight;
              const length = value === 0 ? 0 : Math.max(2, (value / most) * room);
              return (
                <g key={key} data-value={value}>
                  <title>{`${name}: ${text}`}</title>
                  <text className={css.label} x={nameWidth - 10} y={y + 17} textAnchor="end">
                    {name}
                  </text>
                  {parts ? (
                    <Parts
                      parts={parts}
                      y={y + (rowHeight - barHeight) / 2}
                      scale={value === 0 ? 0 : length / value}
                    />
                  ) : (
                    <rect
                      className={css.up}
                      x={nameWidth}
                      y={y + (rowHeight - barHeight) / 2}
                      width={length}
                      height={barHeight}
                      rx="2"
                    />
                  )}
                  <text className={css.label} x={nameWidth + length + 8} y={y + 17}>
                    {text}
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

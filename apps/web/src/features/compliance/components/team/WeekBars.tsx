import css from '../Team.module.css';

export interface WeekBar {
  key: string;
  /** Tooltip. */
  title: string;
  /** Parts from bottom to top, each with its color. */
  parts: readonly { size: number; tone: 'first' | 'second' | 'third' }[];
}

/** A bar per week, scaled to the highest. Hidden from screen readers: the figures follow as a table. */
export function WeekBars({
  title,
  bars,
  most,
  legend,
  stacked = false,
}: {
  title: string;
  bars: readonly WeekBar[];
  /** Text of the highest bar. */
  most: string;
  legend: readonly { tone: 'first' | 'second' | 'third'; name: string }[];
  /** Parts are stacked instead of side by side. */
  stacked?: boolean;
}) {
  const sizeOf = ({ parts }: WeekBar): number =>
    stacked ? parts.reduce((sum, { size }) => sum + size, 0) : Math.max(0, ...parts.map(({ size }) => size));
  const highest = Math.max(1, ...bars.map(sizeOf));
  return (
    <div className={css.chart} aria-hidden="true">
      <div className={css.chartHead}>
        <span>{title}</span>
        <span className={css.most}>{most}</span>
      </div>
      <div className={css.columns}>
        {bars.map((bar) => (
          <div key={bar.key} className={stacked ? css.stackedColumn : css.column} title={bar.title}>
            {bar.parts.map(({ size, tone }) => (
              <span
                key={tone}
                data-tone={tone}
                style={{ height: size === 0 ? 0 : `max(2px, ${String((100 * size) / highest)}%)` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={css.legend}>
        {legend.map(({ tone, name }) => (
          <span key={tone}>
            <i data-tone={tone} />
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

import css from './ShareRows.module.css';

/** A share with its bar. */
export interface ShareRow {
  key: string;
  name: string;
  /** 0 to 1; null: not measurable. */
  value: number | null;
  /** Shown after the bar. */
  text: string;
  /** CSS color of the bar. */
  color: string;
  /** Where the true share probably is, 0 to 1. */
  interval?: { from: number; to: number } | undefined;
}

const percent = (value: number): string => `${value * 100}%`;

/** Shares from 0 to 100% as bars, each with its name, figure, and interval. */
export function ShareRows({
  label,
  rows,
  wide = false,
}: {
  label: string;
  rows: readonly ShareRow[];
  wide?: boolean;
}) {
  return (
    <ul className={wide ? `${css.rows} ${css.wide}` : css.rows} aria-label={label}>
      {rows.map(({ key, name, value, text, color, interval }) => (
        <li key={key}>
          <span className={css.name}>{name}</span>
          <span className={css.track} aria-hidden="true">
            <i style={{ width: percent(value ?? 0), background: color }} data-value={value ?? 'unknown'} />
            {interval && (
              <b style={{ left: percent(interval.from), width: percent(interval.to - interval.from) }} />
            )}
          </span>
          <span className={css.text}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

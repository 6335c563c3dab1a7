import type { ReactNode } from 'react';
import css from './Stats.module.css';

export interface Stat {
  label: string;
  value: ReactNode;
  sub?: ReactNode | undefined;
  /** Shown after the value. */
  evidence?: ReactNode;
}

/**
 * The statistics of a page in one band, in two or three lines if there is less room; `partial` (dashed) if they cover part of the
 * chain; `dense`: the remark is beside the label, not in a line of its own.
 */
export function Stats({
  stats,
  partial = false,
  dense = false,
}: {
  stats: readonly Stat[];
  partial?: boolean;
  dense?: boolean;
}) {
  const classes = [css.stats, partial && css.partial, dense && css.dense].filter(Boolean).join(' ');
  return (
    <div className={css.band}>
      <dl className={classes}>
        {stats.map(({ label, value, sub, evidence }) => (
          <div key={label} className={css.stat}>
            <dt>{label}</dt>
            <dd className={css.value}>
              {value}
              {evidence}
            </dd>
            {sub && <dd className={css.sub}>{sub}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

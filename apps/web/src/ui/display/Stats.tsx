import type { ReactNode } from 'react';
import css from './Stats.module.css';

export interface Stat {
  label: string;
  value: ReactNode;
  sub?: ReactNode | undefined;
}

/** The figures of a page in one band, in two lines or three where there is less room; `partial` (dashed) where they rest on part of the chain. */
export function Stats({ stats, partial = false }: { stats: readonly Stat[]; partial?: boolean }) {
  return (
    <div className={css.band}>
      <dl className={partial ? `${css.stats} ${css.partial}` : css.stats}>
        {stats.map(({ label, value, sub }) => (
          <div key={label} className={css.stat}>
            <dt>{label}</dt>
            <dd className={css.value}>{value}</dd>
            {sub && <dd className={css.sub}>{sub}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

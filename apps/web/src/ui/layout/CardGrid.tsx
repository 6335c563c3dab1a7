import type { ReactNode } from 'react';
import css from './CardGrid.module.css';

/** Cards side by side, as many as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}

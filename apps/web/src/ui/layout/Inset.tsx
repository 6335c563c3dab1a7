import type { ReactNode } from 'react';
import css from './Inset.module.css';

/** Adds padding inside a card that has none. */
export function Inset({ children }: { children: ReactNode }) {
  return <div className={css.inset}>{children}</div>;
}

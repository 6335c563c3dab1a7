import type { ReactNode } from 'react';
import css from './Inset.module.css';

/** Keeps something away from the edges of a card that has none of its own padding. */
export function Inset({ children }: { children: ReactNode }) {
  return <div className={css.inset}>{children}</div>;
}

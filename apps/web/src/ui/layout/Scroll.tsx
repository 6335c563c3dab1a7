import type { ReactNode } from 'react';
import css from './Scroll.module.css';

/** A long part of a dialog, from edge to edge, that scrolls separately. */
export function Scroll({ children }: { children: ReactNode }) {
  return <div className={css.scroll}>{children}</div>;
}

import type { ReactNode } from 'react';
import css from './StickyBar.module.css';

/** Buttons of a long form, in view while it is; a word about its state at the left. */
export function StickyBar({ state, children }: { state: ReactNode; children: ReactNode }) {
  return (
    <div className={css.bar}>
      <div className={css.state}>{state}</div>
      <div className={css.actions}>{children}</div>
    </div>
  );
}

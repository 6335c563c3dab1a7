import type { ReactNode } from 'react';
import css from './StickyBar.module.css';

/** Buttons of a long form, sticky while it is visible; its state is on the left. */
export function StickyBar({ state, children }: { state: ReactNode; children: ReactNode }) {
  return (
    <div className={css.bar}>
      <div className={css.state}>{state}</div>
      <div className={css.actions}>{children}</div>
    </div>
  );
}

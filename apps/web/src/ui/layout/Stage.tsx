import type { ReactNode } from 'react';
import css from './Stage.module.css';

/** A view with enter and exit animation, which base.css disables with reduced motion. */
export function Stage({
  phase,
  children,
}: {
  phase: 'entering' | 'stable' | 'exiting';
  children: ReactNode;
}) {
  return (
    <div className={`${css.stage} ${css[phase] ?? ''}`} data-phase={phase} inert={phase === 'exiting'}>
      {children}
    </div>
  );
}

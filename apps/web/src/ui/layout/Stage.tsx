import type { ReactNode } from 'react';
import css from './Stage.module.css';

/** A view that comes and goes; base.css stands it still under reduced motion. */
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

import type { ReactNode } from 'react';
import css from './Row.module.css';

/** Items side by side, vertically centered, wrapping if `wrap`; `spread` pushes first and last apart. */
export function Row({
  gap = 8,
  wrap = false,
  spread = false,
  children,
}: {
  gap?: 4 | 6 | 8 | 12 | 16;
  wrap?: boolean;
  spread?: boolean;
  children: ReactNode;
}) {
  const classes = [css.row, wrap && css.wrap, spread && css.spread].filter(Boolean).join(' ');
  return (
    <span className={classes} style={{ gap }}>
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import css from './Stack.module.css';

/** Items in a column; `narrow` keeps forms readable on wide windows. */
export function Stack({
  gap = 16,
  narrow = false,
  children,
}: {
  gap?: 4 | 8 | 12 | 16 | 24;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={narrow ? `${css.stack} ${css.narrow}` : css.stack} style={{ gap }}>
      {children}
    </div>
  );
}

/** Two fields side by side, stacked on phones. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>;
}

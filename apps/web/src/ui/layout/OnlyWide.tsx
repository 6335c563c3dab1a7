import type { ReactNode } from 'react';
import css from './OnlyWide.module.css';

/** Not shown on phones. */
export function OnlyWide({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>;
}

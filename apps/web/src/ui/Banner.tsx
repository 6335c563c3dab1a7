import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './Banner.module.css';

/** A quiet line above the page about something that can wait. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div className={css.banner} role="note">
      <Info size={14} strokeWidth={1.8} aria-hidden="true" />
      <div className={css.words}>{children}</div>
    </div>
  );
}

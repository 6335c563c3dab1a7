import type { ReactNode } from 'react';
import css from './TabLinks.module.css';

/** Tabs that are pages: every one has its own address. Links in it take `tabLinkClass`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

export const tabLinkClass = css.tab ?? '';

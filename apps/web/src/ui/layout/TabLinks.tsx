import type { ReactNode } from 'react';
import { useShownCurrent } from '../../lib/use-shown-current.ts';
import css from './TabLinks.module.css';

/** Tabs that are pages with separate URLs. Links in it use `tabLinkClass`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const row = useShownCurrent<HTMLElement>();
  return (
    <nav ref={row} className={css.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

export const tabLinkClass = css.tab ?? '';

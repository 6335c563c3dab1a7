import type { ReactNode } from 'react';
import { useShownCurrent } from '../../lib/use-shown-current.ts';
import css from './TabLinks.module.css';

/** Tabs that are pages with separate URLs. Links in it use `tabLinkClass`. `inCard`: they head a card. */
export function TabLinks({
  label,
  inCard = false,
  children,
}: {
  label: string;
  inCard?: boolean;
  children: ReactNode;
}) {
  const row = useShownCurrent<HTMLElement>();
  return (
    <nav ref={row} className={inCard ? `${css.tabs} ${css.inCard}` : css.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

export const tabLinkClass = css.tab ?? '';

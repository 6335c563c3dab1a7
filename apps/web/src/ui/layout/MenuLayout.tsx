import type { ReactNode } from 'react';
import { useShownCurrent } from '../../lib/use-shown-current.ts';
import css from './MenuLayout.module.css';

/** A menu of pages on the left (above on small windows) and the selected page; `full` uses the full width. */
export function MenuLayout({
  label,
  menu,
  full = false,
  children,
}: {
  label: string;
  menu: ReactNode;
  full?: boolean;
  children: ReactNode;
}) {
  const row = useShownCurrent<HTMLElement>();
  return (
    <div className={css.layout}>
      <nav ref={row} className={css.menu} aria-label={label}>
        {menu}
      </nav>
      <div className={full ? `${css.content} ${css.full}` : css.content}>{children}</div>
    </div>
  );
}

export const menuItemClass = css.item ?? '';

/** Number of waiting items of a menu entry; empty for none. */
export function MenuCount({ count }: { count: number }) {
  return count > 0 ? <span className={css.count}>{count}</span> : null;
}

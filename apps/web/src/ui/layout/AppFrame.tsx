import type { ReactNode } from 'react';
import css from './AppFrame.module.css';

/** Element ID of the page content. */
export const contentId = 'content';

/** Layout of every page that requires a session: sidebar (bottom bar on phones), top bar, content. */
export function AppFrame({
  expanded,
  brand,
  mark,
  navigation,
  lower,
  search,
  aside,
  banner,
  bottom,
  children,
}: {
  expanded: boolean;
  brand: ReactNode;
  mark: ReactNode;
  navigation: ReactNode;
  lower: ReactNode;
  search: ReactNode;
  aside: ReactNode;
  /** Notices above the page. */
  banner?: ReactNode;
  bottom: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={expanded ? `${css.frame} ${css.expanded}` : css.frame}>
      <a className={css.skip} href={`#${contentId}`}>
        Skip to content
      </a>
      <aside className={css.side} aria-label="Sidebar">
        <div className={css.brand}>{brand}</div>
        {navigation}
        <div className={css.lower}>{lower}</div>
      </aside>
      <div className={css.main}>
        <header className={css.top}>
          <span className={css.mark}>{mark}</span>
          {search}
          <div className={css.aside}>{aside}</div>
        </header>
        {banner}
        <main id={contentId} tabIndex={-1} className={css.content}>
          {children}
        </main>
      </div>
      <div className={css.bottom}>{bottom}</div>
    </div>
  );
}

/** Navigation entries; `SideItem` styles the link or button inside. */
export function SideNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.nav} aria-label={label}>
      {children}
    </nav>
  );
}

/** Entries of the navigation under a title, which the collapsed sidebar shows as a line. */
export function SideGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.group} role="group" aria-label={title}>
      <div className={css.groupTitle} aria-hidden="true">
        {title}
      </div>
      {children}
    </div>
  );
}

/** Counter at the end of an entry, a dot in the collapsed sidebar; `late` if something is overdue. */
export function SideCount({ late, title, children }: { late: boolean; title: string; children: ReactNode }) {
  return (
    <span className={late ? `${css.count} ${css.late}` : css.count} title={title}>
      {children}
    </span>
  );
}

export const sideItemClass = css.item ?? '';
export const bottomItemClass = css.bottomItem ?? '';
export const brandLinkClass = css.brandLink ?? '';

/** Text of an entry, hidden in the collapsed sidebar. */
export function SideText({ children }: { children: ReactNode }) {
  return <span className={css.text}>{children}</span>;
}

import type { ReactNode } from 'react';
import css from './Page.module.css';

export function Page({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>;
}

/** Title line of a page: where it belongs above, title with tags, the full identifier below, actions on the right. */
export function PageHeader({
  trail,
  title,
  tags,
  identity,
  actions,
}: {
  /** Link to the page that this one belongs to; then its place there. */
  trail?: ReactNode;
  title: ReactNode;
  tags?: ReactNode;
  identity?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={css.header}>
      {trail && (
        <nav className={css.trail} aria-label="Breadcrumb">
          {trail}
        </nav>
      )}
      <div className={css.titleLine}>
        <h1>{title}</h1>
        {tags}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
      {identity && <div className={css.identity}>{identity}</div>}
    </header>
  );
}

/** Main column and a narrow rail, which moves below on small windows, or above if `railFirst`. */
export function Columns({
  main,
  rail,
  railFirst = false,
}: {
  main: ReactNode;
  rail: ReactNode;
  railFirst?: boolean;
}) {
  return (
    <div className={railFirst ? `${css.columns} ${css.railFirst}` : css.columns}>
      <div className={css.column}>{main}</div>
      <aside className={css.rail}>{rail}</aside>
    </div>
  );
}

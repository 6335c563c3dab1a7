import type { ReactNode } from 'react';
import css from './Page.module.css';

export function Page({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>;
}

/**
 * Title line of a page: where it belongs above, with the full identifier; title with tags, and actions on the right. Without a
 * place that it belongs to, the identifier is below.
 */
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
        <div className={css.trail}>
          <nav aria-label="Breadcrumb">{trail}</nav>
          {identity}
        </div>
      )}
      <div className={css.titleLine}>
        <h1>{title}</h1>
        {tags}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
      {identity && !trail && <div className={css.identity}>{identity}</div>}
    </header>
  );
}

/** Main column and a narrow rail, which moves below on small windows, or above if `railFirst`; `after` continues the rail, and is last there. `sticky`: the rail stays in view. */
export function Columns({
  main,
  rail,
  after,
  railFirst = false,
  sticky = false,
}: {
  main: ReactNode;
  rail: ReactNode;
  after?: ReactNode;
  railFirst?: boolean;
  sticky?: boolean;
}) {
  const classes = [css.columns, railFirst && css.railFirst, sticky && css.sticky].filter(Boolean).join(' ');
  return (
    <div className={classes}>
      <div className={css.column}>{main}</div>
      <aside className={css.rail}>{rail}</aside>
      {after && <div className={css.after}>{after}</div>}
    </div>
  );
}

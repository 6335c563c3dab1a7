import type { ReactNode } from 'react';
import css from './SplitScreen.module.css';

/** Layout of pages before login: form on the left, an illustration with text on the right (not on phones). */
export function SplitScreen({
  top,
  title,
  subtitle,
  foot,
  caption,
  captionText,
  picture,
  children,
}: {
  top: ReactNode;
  title: string;
  subtitle: ReactNode;
  foot: ReactNode;
  caption: string;
  captionText: string;
  picture: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css.screen}>
      <main className={css.form}>
        <div className={css.line}>{top}</div>
        <div className={css.middle}>
          <div>
            <h1>{title}</h1>
            <p className={css.subtitle}>{subtitle}</p>
          </div>
          {children}
        </div>
        <div className={`${css.line} ${css.foot}`}>{foot}</div>
      </main>
      <aside className={css.picture}>
        <div className={css.caption}>
          <p className={css.captionTitle}>{caption}</p>
          <p>{captionText}</p>
        </div>
        {picture}
      </aside>
    </div>
  );
}

/** Name and logo. */
export function BrandLine({ children }: { children: ReactNode }) {
  return <span className={css.brand}>{children}</span>;
}

import type { ReactNode } from 'react';
import css from './PlainScreen.module.css';

/** A page with one narrow, centered column. */
export function PlainScreen({ top, children }: { top: ReactNode; children: ReactNode }) {
  return (
    <div className={css.screen}>
      <header className={css.top}>{top}</header>
      <main className={css.main}>
        <div className={css.column}>{children}</div>
      </main>
    </div>
  );
}

/** Title of a plain screen with a sentence below. */
export function ScreenTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className={css.title}>{title}</h1>
      {children && <p className={css.text}>{children}</p>}
    </div>
  );
}

import type { ReactNode } from 'react';
import css from './TitledGroup.module.css';

/** A part of a card with a small heading; `count` is on its right. */
export function TitledGroup({
  title,
  count,
  children,
}: {
  title: string;
  count?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css.group}>
      <header className={css.head}>
        <h3>{title}</h3>
        {count !== undefined && <span>{count}</span>}
      </header>
      <div className={css.body}>{children}</div>
    </section>
  );
}

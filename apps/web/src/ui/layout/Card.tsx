import { type ReactNode, useId } from 'react';
import css from './Card.module.css';

/** A titled surface; `extra` is on the right of the header, `count` beside the title. */
export function Card({
  title,
  count,
  extra,
  padded = false,
  children,
}: {
  title?: string;
  count?: ReactNode;
  extra?: ReactNode;
  padded?: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section className={css.card} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={css.head}>
          <h2 id={titleId}>{title}</h2>
          {count !== undefined && <span className={css.count}>{count}</span>}
          {extra && <span className={css.extra}>{extra}</span>}
        </header>
      )}
      {padded ? <div className={css.body}>{children}</div> : children}
    </section>
  );
}

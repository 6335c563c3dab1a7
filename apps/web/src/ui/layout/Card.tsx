import { type ReactNode, useId } from 'react';
import { ScreenReaderText } from '../text/ScreenReaderText.tsx';
import css from './Card.module.css';

/**
 * A titled surface; `extra` is on the right of the header, `count` beside the title. `tabs`: links to the lists that can be shown
 * instead of this one, in the place of the visible title.
 */
export function Card({
  id,
  title,
  tabs,
  count,
  extra,
  padded = false,
  loading = false,
  children,
}: {
  /** Element ID, for links to this section of a page. */
  id?: string | undefined;
  title?: string;
  tabs?: ReactNode;
  count?: ReactNode;
  extra?: ReactNode;
  padded?: boolean;
  /** The height is not known yet. In settings, cards below appear when it is, so that they don't move. */
  loading?: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      id={id}
      {...(id !== undefined && { tabIndex: -1 })}
      aria-busy={loading || undefined}
      className={css.card}
      aria-labelledby={title ? titleId : undefined}
    >
      {title && (
        <header className={css.head}>
          {tabs ? (
            <>
              <ScreenReaderText as="h2" id={titleId}>
                {title}
              </ScreenReaderText>
              {tabs}
            </>
          ) : (
            <h2 id={titleId}>{title}</h2>
          )}
          {count !== undefined && <span className={css.count}>{count}</span>}
          {extra && <span className={css.extra}>{extra}</span>}
        </header>
      )}
      {padded ? <div className={css.body}>{children}</div> : children}
    </section>
  );
}

import type { ReactNode } from 'react';
import css from './ScreenReaderText.module.css';

/** Text for screen readers only; as the page's heading where the page shows none. */
export function ScreenReaderText({
  as: Tag = 'span',
  children,
}: {
  as?: 'span' | 'h1';
  children: ReactNode;
}) {
  return <Tag className={css.hidden}>{children}</Tag>;
}

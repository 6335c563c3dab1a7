import type { ReactNode } from 'react';
import css from './ScreenReaderText.module.css';

/** Text for screen readers only; optionally the page's heading if no visible one exists. */
export function ScreenReaderText({
  as: Tag = 'span',
  children,
}: {
  as?: 'span' | 'h1';
  children: ReactNode;
}) {
  return <Tag className={css.hidden}>{children}</Tag>;
}

import type { ReactNode } from 'react';
import css from './ScreenReaderText.module.css';

/** Text for screen readers only; optionally a heading if no visible one exists. */
export function ScreenReaderText({
  as: Tag = 'span',
  id,
  children,
}: {
  as?: 'span' | 'h1' | 'h2';
  id?: string;
  children: ReactNode;
}) {
  return (
    <Tag id={id} className={css.hidden}>
      {children}
    </Tag>
  );
}

import type { ReactNode } from 'react';
import css from './TextButton.module.css';

/** A button styled as a link: for small actions inside text and lists. */
export function TextButton({
  expanded,
  onClick,
  children,
}: {
  expanded?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={css.button} aria-expanded={expanded} onClick={onClick}>
      {children}
    </button>
  );
}

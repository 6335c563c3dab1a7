import type { ReactNode } from 'react';
import css from './IconButton.module.css';

/** An icon-only button; `label` is its accessible name. */
export function IconButton({
  label,
  size = 28,
  expanded,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  size?: 20 | 28 | 32;
  expanded?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={css.button}
      style={{ width: size, height: size }}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {children}
    </button>
  );
}

import type { ReactNode } from 'react';
import css from './IconButton.module.css';

/** A button that shows only an icon; `label` is its name for everyone who does not see it. */
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

import type { ReactNode } from 'react';
import css from '../Toolbar.module.css';

/** A button of the toolbars; `pressed` where it is on or off. */
export function ToolButton({
  label,
  keys,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  /** The key that does the same. */
  keys?: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export function Divider() {
  return <i className={css.divider} aria-hidden="true" />;
}

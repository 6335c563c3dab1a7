import type { ReactNode } from 'react';
import css from '../Toolbar.module.css';

/** Toolbar button; a toggle if `pressed` is set. */
export function ToolButton({
  label,
  keys,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  /** Keyboard shortcut. */
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

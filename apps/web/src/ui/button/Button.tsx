import { LoaderCircle } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import css from './Button.module.css';

export interface ButtonProps {
  /** At most one `primary` per view; `danger` for actions that can't be undone; `quiet` has no border. */
  kind?: 'default' | 'primary' | 'danger' | 'quiet';
  size?: 'small' | 'middle' | 'large';
  icon?: ReactNode;
  loading?: boolean;
  disabled?: boolean;
  block?: boolean;
  /** Submits its form. */
  submit?: boolean;
  /** Accessible name if the text alone doesn't name the object. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A button; while `loading`, it keeps the focus and can't be pressed again. */
export function Button(props: ButtonProps) {
  const { kind = 'default', size = 'middle', icon, loading = false, disabled = false } = props;
  const { block = false, submit = false, label, onClick, children } = props;

  function press(event: MouseEvent) {
    if (loading) event.preventDefault();
    else onClick?.();
  }

  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={css.button}
      data-kind={kind}
      data-size={size}
      data-block={block || undefined}
      disabled={disabled}
      aria-label={label}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={press}
    >
      {loading ? <LoaderCircle className={css.turning} size={14} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </button>
  );
}

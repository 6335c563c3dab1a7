import type { ReactNode } from 'react';
import css from './FormStack.module.css';

/** The fields of a form, stacked. */
export function FormStack({
  onSubmit,
  label,
  children,
}: {
  onSubmit: () => void;
  label: string;
  children: ReactNode;
}) {
  return (
    <form
      className={css.stack}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

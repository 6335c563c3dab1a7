import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './FormStack.module.css';

/** The fields of a form, stacked. The first field with an error gets the focus when the form is refused. */
export function FormStack({
  onSubmit,
  label,
  children,
}: {
  onSubmit: () => unknown;
  label: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A list that opens with the focus would cover the error.
    if (invalid?.role !== 'combobox') invalid?.focus();
  }, [attempts]);
  async function submit() {
    await onSubmit();
    setAttempts((before) => before + 1);
  }
  return (
    <form
      ref={form}
      className={css.stack}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The form of a dialog that this form opens submits only itself.
        if (event.target !== event.currentTarget) return;
        void submit();
      }}
    >
      {children}
    </form>
  );
}

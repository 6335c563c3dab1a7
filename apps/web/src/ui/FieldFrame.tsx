import type { ReactNode } from 'react';
import css from './Field.module.css';

export interface FieldNotes {
  label: string;
  /** Stands at the right of the label: a link that belongs to the field. */
  labelExtra?: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
}

/** Attributes that tie a control to its label and note. */
export function noteAttributes(id: string, { error, help }: FieldNotes) {
  const noted = error !== undefined || help !== undefined;
  return {
    id,
    'aria-invalid': error !== undefined,
    ...(noted && { 'aria-describedby': `${id}-note` }),
    ...(error !== undefined && { status: 'error' as const }),
  };
}

/** Label above, error or help below a control with the given id. */
export function FieldFrame({
  id,
  label,
  labelExtra,
  error,
  help,
  children,
}: FieldNotes & { id: string; children: ReactNode }) {
  const note = error ?? help;
  return (
    <div className={css.field}>
      <div className={css.labelLine}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        {labelExtra}
      </div>
      {children}
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? css.note : `${css.note} ${css.error}`}>
          {note}
        </p>
      )}
    </div>
  );
}

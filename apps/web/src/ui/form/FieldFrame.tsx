import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import css from './Field.module.css';

export interface FieldNotes {
  label: string;
  /** At the right of the label: a link that belongs to the field. */
  labelExtra?: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
}

/** Returns properties common to all fields: errors come from our own validation, not from the browser's. */
export function fieldProps({ error }: FieldNotes) {
  return {
    className: css.field ?? '',
    isInvalid: error !== undefined,
    validationBehavior: 'aria' as const,
  };
}

/** Label above, error or help below the control; the surrounding field associates them. */
export function FieldFrame({
  label,
  labelExtra,
  error,
  help,
  children,
}: FieldNotes & { children: ReactNode }) {
  return (
    <>
      <div className={css.labelLine} data-label>
        <Label className={css.label ?? ''}>{label}</Label>
        {labelExtra}
      </div>
      {children}
      {error !== undefined && (
        <FieldError elementType="p" className={`${css.note} ${css.error}`}>
          {error}
        </FieldError>
      )}
      {error === undefined && help !== undefined && (
        <Text slot="description" elementType="p" className={css.note ?? ''}>
          {help}
        </Text>
      )}
    </>
  );
}

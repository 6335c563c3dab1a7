import { Input, type InputProps } from 'antd';
import { type ReactNode, useId } from 'react';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import css from './Field.module.css';
import { FieldFrame, type FieldNotes, noteAttributes } from './FieldFrame.tsx';

export interface FieldProps extends FieldNotes {
  name: string;
  type?: 'text' | 'email' | 'password' | 'date' | 'number';
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal';
  value: string;
  /** `middle` in dialogs and settings. */
  size?: 'middle' | 'large';
  placeholder?: string;
  optional?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  maxLength?: number;
  /** The last day that can be chosen, or the bounds and step of a number. */
  max?: string;
  min?: string;
  step?: string;
  mono?: boolean;
  before?: ReactNode;
  unit?: string;
  onChange: (value: string) => void;
}

/** A labeled text field with its error or help below; passwords can be shown. */
export function Field(props: FieldProps) {
  const { label, labelExtra, error, help, type = 'text', size = 'large', optional, mono, ...more } = props;
  const { before, unit, autoComplete = 'off', onChange, ...rest } = more;
  const id = useId();
  const notes = { label, labelExtra, error, help };
  const shared: InputProps = {
    ...rest,
    ...(rest.autoFocus && { 'data-autofocus': '' }),
    ...noteAttributes(id, notes),
    autoComplete,
    size,
    required: !optional,
    ...(mono && { className: css.mono ?? '' }),
    ...(before !== undefined && { prefix: before }),
    ...(unit !== undefined && { suffix: <span className={css.unit}>{unit}</span> }),
    onChange: (event) => onChange(event.target.value),
  };
  return (
    <FieldFrame id={id} {...notes}>
      <AntTheme>
        {type === 'password' ? <Input.Password {...shared} /> : <Input {...shared} type={type} />}
      </AntTheme>
    </FieldFrame>
  );
}

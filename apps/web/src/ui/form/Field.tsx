import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import css from './Control.module.css';
import { FieldFrame, type FieldNotes, fieldProps } from './FieldFrame.tsx';

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
  /** The last selectable day, or the maximum of a number. */
  max?: string;
  min?: string;
  step?: string;
  mono?: boolean;
  before?: ReactNode;
  unit?: string;
  onChange: (value: string) => void;
}

/** A labeled text field with its error or help below; passwords can be revealed. */
export function Field(props: FieldProps) {
  const { type = 'text', size = 'large', autoComplete = 'off', optional = false, mono = false } = props;
  const { disabled = false, autoFocus = false, before, unit, ...rest } = props;
  const { name, inputMode, value, placeholder, maxLength, max, min, step, onChange } = rest;
  const [shown, setShown] = useState(false);
  const Icon = shown ? Eye : EyeOff;
  return (
    <TextField
      {...fieldProps(props)}
      name={name}
      type={type === 'password' && shown ? 'text' : type}
      autoComplete={autoComplete}
      value={value}
      isRequired={!optional}
      isDisabled={disabled}
      autoFocus={autoFocus}
      onChange={onChange}
    >
      <FieldFrame {...props}>
        <div className={css.control} data-size={size}>
          {before}
          <Input
            className={mono ? (css.mono ?? '') : ''}
            {...{ inputMode, maxLength, max, min, step }}
            {...(placeholder !== undefined && { placeholder })}
          />
          {unit !== undefined && <span className={css.unit}>{unit}</span>}
          {type === 'password' && (
            <button
              type="button"
              className={css.inner}
              aria-label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              disabled={disabled}
              onClick={() => setShown(!shown)}
            >
              <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
            </button>
          )}
        </div>
      </FieldFrame>
    </TextField>
  );
}

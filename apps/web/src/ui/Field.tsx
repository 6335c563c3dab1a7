import { Input, type InputProps } from 'antd';
import { useId } from 'react';
import css from './Field.module.css';

export interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: string;
  value: string;
  error?: string | undefined;
  help?: string;
  autoFocus?: boolean;
  maxLength?: number;
  onChange: (value: string) => void;
}

/** A labelled text field with its error or help below; passwords can be shown. */
export function Field({ label, type = 'text', error, help, onChange, ...rest }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  const shared: InputProps = {
    ...rest,
    id,
    size: 'large',
    required: true,
    'aria-invalid': error !== undefined,
    ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
    ...(error !== undefined && { status: 'error' }),
    onChange: (event) => onChange(event.target.value),
  };
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {type === 'password' ? <Input.Password {...shared} /> : <Input {...shared} type={type} />}
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? css.note : `${css.note} ${css.error}`}>
          {note}
        </p>
      )}
    </div>
  );
}

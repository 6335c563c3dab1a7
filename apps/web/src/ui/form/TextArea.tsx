import type { CSSProperties, KeyboardEvent } from 'react';
import { TextArea as Prose, TextField } from 'react-aria-components';
import css from './Control.module.css';
import { FieldFrame, type FieldNotes, fieldProps } from './FieldFrame.tsx';

/** A labeled text field with several lines that grows with its content. */
export function TextArea({
  label,
  error,
  help,
  name,
  value,
  placeholder,
  minRows = 2,
  maxLength,
  optional = false,
  disabled = false,
  autoFocus = false,
  onChange,
  onKeyDown,
}: FieldNotes & {
  name: string;
  value: string;
  placeholder?: string;
  minRows?: number;
  maxLength?: number;
  optional?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  const notes = { label, error, help };
  const rows: CSSProperties & Record<'--rows', number> = { '--rows': minRows };
  return (
    <TextField
      {...fieldProps(notes)}
      name={name}
      value={value}
      isRequired={!optional}
      isDisabled={disabled}
      autoFocus={autoFocus}
      onChange={onChange}
    >
      <FieldFrame {...notes}>
        <div className={css.control}>
          <Prose rows={minRows} style={rows} {...{ placeholder, maxLength, onKeyDown }} />
        </div>
      </FieldFrame>
    </TextField>
  );
}

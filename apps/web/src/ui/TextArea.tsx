import { Input } from 'antd';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import { type KeyboardEvent, useId } from 'react';
import { FieldFrame, type FieldNotes, noteAttributes } from './FieldFrame.tsx';

/** A labeled text of several lines that grows with what is typed. */
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
  const id = useId();
  const notes = { label, error, help };
  return (
    <FieldFrame id={id} {...notes}>
      <AntTheme>
        <Input.TextArea
          {...noteAttributes(id, notes)}
          name={name}
          value={value}
          autoSize={{ minRows, maxRows: 10 }}
          required={!optional}
          disabled={disabled}
          autoFocus={autoFocus}
          {...(autoFocus && { 'data-autofocus': '' })}
          {...(placeholder !== undefined && { placeholder })}
          {...(maxLength !== undefined && { maxLength })}
          {...(onKeyDown && { onKeyDown })}
          onChange={(event) => onChange(event.target.value)}
        />
      </AntTheme>
    </FieldFrame>
  );
}

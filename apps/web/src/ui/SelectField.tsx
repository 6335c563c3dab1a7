import { Select } from 'antd';
import { useId } from 'react';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import css from './Field.module.css';
import { FieldFrame, type FieldNotes, noteAttributes } from './FieldFrame.tsx';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> {
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  disabled?: boolean;
  loading?: boolean;
  /** Typing filters the options. */
  searchable?: boolean;
  onChange: (value: Value) => void;
}

function useSelectProps<Value extends string>(props: SelectProps<Value>) {
  const { value, options, placeholder, disabled = false, loading = false, searchable = false } = props;
  return {
    className: css.select ?? '',
    value: value ?? null,
    options: [...options],
    disabled,
    loading,
    ...(placeholder !== undefined && { placeholder }),
    showSearch: searchable && { optionFilterProp: 'label' as const },
    onChange: (next: Value | null) => {
      if (next !== null) props.onChange(next);
    },
  };
}

/** A labeled choice of one option from a list. */
export function SelectField<Value extends string>({
  label,
  error,
  help,
  size = 'middle',
  ...props
}: FieldNotes & SelectProps<Value> & { size?: 'middle' | 'large' }) {
  const id = useId();
  const notes = { label, error, help };
  const shared = useSelectProps(props);
  return (
    <FieldFrame id={id} {...notes}>
      <AntTheme>
        <Select {...shared} {...noteAttributes(id, notes)} size={size} />
      </AntTheme>
    </FieldFrame>
  );
}

/** The same inside a table row: no visible label. */
export function InlineSelect<Value extends string>({
  label,
  width,
  ...props
}: SelectProps<Value> & { label: string; width: number }) {
  return (
    <AntTheme>
      <Select {...useSelectProps(props)} size="small" aria-label={label} style={{ width }} />
    </AntTheme>
  );
}

import { ChevronDown, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ComboBox, Group, type Key, Label, Select, SelectValue } from 'react-aria-components';
import css from './Control.module.css';
import { FieldFrame, type FieldNotes, fieldProps } from './FieldFrame.tsx';
import { ListPopover } from './ListPopover.tsx';
import unseen from '../text/ScreenReaderText.module.css';
import { SearchInput } from './SearchInput.tsx';

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

/** A select list behind a button, or behind an input that filters it. */
function Choice<Value extends string>({
  size,
  searchable = false,
  loading = false,
  placeholder,
  options,
  value,
  disabled = false,
  onChange,
  notes,
  children,
}: SelectProps<Value> & {
  size: 'small' | 'middle' | 'large';
  notes: FieldNotes;
  /** The control with its label. */
  children: (control: ReactNode) => ReactNode;
}) {
  const shared = {
    ...fieldProps(notes),
    value: value ?? null,
    isDisabled: disabled,
    onChange: (next: Key | null) => {
      const option = options.find((each) => each.value === next);
      if (option && option.value !== value) onChange(option.value);
    },
  };
  const sign = loading ? (
    <LoaderCircle className={css.turning} size={14} aria-hidden="true" />
  ) : (
    <ChevronDown size={14} strokeWidth={1.8} aria-hidden="true" />
  );
  if (searchable) {
    return (
      <ComboBox {...shared} defaultItems={options} menuTrigger="focus" allowsEmptyCollection>
        {children(
          <Group role="presentation" className={css.control ?? ''} data-size={size}>
            <SearchInput placeholder={placeholder} />
            {sign}
          </Group>,
        )}
        <ListPopover empty="No matches" />
      </ComboBox>
    );
  }
  return (
    <Select {...shared} {...(placeholder !== undefined && { placeholder })} allowsEmptyCollection>
      {children(
        <Button className={css.control ?? ''} data-size={size}>
          <SelectValue className={css.chosen ?? ''}>
            {({ isPlaceholder, defaultChildren, selectedText }) =>
              isPlaceholder ? defaultChildren : selectedText
            }
          </SelectValue>
          {sign}
        </Button>,
      )}
      <ListPopover options={options} empty="No options" />
    </Select>
  );
}

/** A labeled select for one option. */
export function SelectField<Value extends string>({
  label,
  error,
  help,
  size = 'middle',
  ...props
}: FieldNotes & SelectProps<Value> & { size?: 'middle' | 'large' }) {
  const notes = { label, error, help };
  return (
    <Choice {...props} size={size} notes={notes}>
      {(control) => <FieldFrame {...notes}>{control}</FieldFrame>}
    </Choice>
  );
}

/** A select inside a table row: the label is only for screen readers. */
export function InlineSelect<Value extends string>({
  label,
  width,
  ...props
}: SelectProps<Value> & { label: string; width: number }) {
  return (
    <Choice {...props} size="small" notes={{ label }}>
      {(control) => (
        <div style={{ width }}>
          <Label className={unseen.hidden ?? ''}>{label}</Label>
          {control}
        </div>
      )}
    </Choice>
  );
}

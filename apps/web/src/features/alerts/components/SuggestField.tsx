import { ComboBox, Input } from 'react-aria-components';
import control from '../../../ui/form/Control.module.css';
import { FieldFrame, fieldProps } from '../../../ui/form/FieldFrame.tsx';
import { ListPopover } from '../../../ui/form/ListPopover.tsx';
import type { Suggestions } from '../api/suggestions.ts';

/** A labeled text field with what may be meant below it: arrows move, Enter takes, Escape closes. */
export function SuggestField({
  label,
  name,
  value,
  placeholder,
  error,
  help,
  mono = false,
  optional = false,
  suggestions,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  placeholder?: string;
  error?: string | undefined;
  help?: string | undefined;
  mono?: boolean;
  optional?: boolean;
  suggestions: Suggestions;
  onChange: (value: string) => void;
}) {
  const { found, failed } = suggestions;
  const notes = { label, error, help: failed ? 'Suggestions could not be loaded.' : help };
  return (
    <ComboBox
      {...fieldProps(notes)}
      name={name}
      isRequired={!optional}
      allowsCustomValue
      items={found.map(({ value: text, detail }) => ({ value: `${text} ${detail}`, label: text, detail }))}
      inputValue={value}
      onInputChange={onChange}
    >
      <FieldFrame {...notes}>
        <div className={control.control}>
          <Input
            className={mono ? (control.mono ?? '') : ''}
            maxLength={300}
            {...(placeholder !== undefined && { placeholder })}
          />
        </div>
      </FieldFrame>
      <ListPopover mono={mono} />
    </ComboBox>
  );
}

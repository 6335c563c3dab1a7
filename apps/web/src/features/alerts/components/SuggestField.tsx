import { type KeyboardEvent, useState } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import control from '../../../ui/form/Control.module.css';
import { FieldFrame, fieldProps } from '../../../ui/form/FieldFrame.tsx';
import type { Suggestions } from '../api/suggestions.ts';
import css from './SuggestField.module.css';

/**
 * A labeled text field with suggestions below: arrow keys move, Enter selects, Escape closes. Not React Aria's ComboBox, which
 * doesn't open when suggestions arrive after a text without any.
 */
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
  const [open, setOpen] = useState(false);
  const { found, failed } = suggestions;
  const shown = open && found.length > 0;
  const notes = { label, error, help: failed ? 'Suggestions could not be loaded.' : help };

  function keyDown(event: KeyboardEvent) {
    if (!shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) setOpen(true);
    else if (shown && event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Autocomplete
      inputValue={value}
      onInputChange={(text) => {
        onChange(text);
        setOpen(true);
      }}
      disableAutoFocusFirst
    >
      <TextField {...fieldProps(notes)} name={name} isRequired={!optional} maxLength={300}>
        <FieldFrame {...notes}>
          <div
            className={css.box}
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
            }}
          >
            <div className={control.control}>
              <Input
                role="combobox"
                className={mono ? (control.mono ?? '') : ''}
                autoCapitalize="off"
                {...(placeholder !== undefined && { placeholder })}
                aria-expanded={shown}
                onKeyDown={keyDown}
              />
            </div>
            {shown && (
              <ListBox className={css.list ?? ''} aria-label={`${label}, suggestions`} shouldFocusWrap>
                {found.map((suggestion) => (
                  <ListBoxItem
                    key={suggestion.value + suggestion.detail}
                    id={suggestion.value + suggestion.detail}
                    textValue={suggestion.value}
                    className={css.option ?? ''}
                    onPress={() => {
                      onChange(suggestion.value);
                      setOpen(false);
                    }}
                  >
                    <span className={mono ? css.mono : undefined}>{suggestion.value}</span>
                    <span className={css.detail}>{suggestion.detail}</span>
                  </ListBoxItem>
                ))}
              </ListBox>
            )}
          </div>
        </FieldFrame>
      </TextField>
    </Autocomplete>
  );
}

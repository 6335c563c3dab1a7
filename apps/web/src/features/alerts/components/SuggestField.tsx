import { type KeyboardEvent, useId, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import control from '../../../ui/form/Control.module.css';
import { FieldFrame, fieldProps } from '../../../ui/form/FieldFrame.tsx';
import type { Suggestions } from '../api/suggestions.ts';
import css from './SuggestField.module.css';

/** A labeled text field with what may be meant below it (ARIA combobox): arrows move, Enter takes, Escape closes. */
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
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { found, failed } = suggestions;
  const shown = open && found.length > 0;
  const at = Math.min(active, found.length - 1);
  const notes = { label, error, help: failed ? 'Suggestions could not be loaded.' : help };

  function take(text: string) {
    onChange(text);
    setOpen(false);
    setActive(-1);
  }
  function keyDown(event: KeyboardEvent) {
    const { key } = event;
    const chosen = found[at];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = key === 'ArrowDown' ? 1 : -1;
      // One place more than there are suggestions: the text as it is typed.
      const places = found.length + 1;
      setActive(((at + 1 + step + places) % places) - 1);
    } else if (shown && key === 'Enter' && chosen) {
      event.preventDefault();
      take(chosen.value);
    } else if (shown && key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <TextField
      {...fieldProps(notes)}
      name={name}
      autoComplete="off"
      isRequired={!optional}
      value={value}
      onChange={(text) => {
        onChange(text);
        setOpen(true);
        setActive(-1);
      }}
    >
      <FieldFrame {...notes}>
        <div className={css.box}>
          <div className={control.control}>
            <Input
              role="combobox"
              className={mono ? (control.mono ?? '') : ''}
              autoCapitalize="off"
              spellCheck={false}
              maxLength={300}
              {...(placeholder !== undefined && { placeholder })}
              aria-autocomplete="list"
              aria-expanded={shown}
              aria-controls={shown ? `${id}-list` : undefined}
              aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
              onKeyDown={keyDown}
              onBlur={() => setOpen(false)}
            />
          </div>
          {shown && (
            <ul id={`${id}-list`} role="listbox" aria-label={`${label}, suggestions`} className={css.list}>
              {found.map((suggestion, place) => (
                <li
                  key={suggestion.value + suggestion.detail}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === at}
                  className={css.option}
                  // Pressing must not take the focus away, which would close the list before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(suggestion.value)}
                >
                  <span className={mono ? css.mono : undefined}>{suggestion.value}</span>
                  <span className={css.detail}>{suggestion.detail}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </FieldFrame>
    </TextField>
  );
}

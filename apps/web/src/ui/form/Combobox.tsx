import { LoaderCircle, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import css from './Combobox.module.css';
import control from './Control.module.css';

/**
 * A search field with a list of results below, which the caller opens and closes, even without the focus: arrow keys move, Enter
 * selects, Escape closes.
 */
export function Combobox<Option>({
  label,
  placeholder,
  value,
  open,
  busy,
  options,
  optionKey,
  optionText,
  render,
  foot,
  onChange,
  onOpen,
  onPick,
  onEnter,
}: {
  label: string;
  placeholder: string;
  value: string;
  open: boolean;
  busy: boolean;
  options: readonly Option[];
  optionKey: (option: Option) => string;
  optionText: (option: Option) => string;
  render: (option: Option) => ReactNode;
  /** Below the options, or instead of them. */
  foot: ReactNode;
  onChange: (value: string) => void;
  onOpen: (open: boolean) => void;
  onPick: (option: Option) => void;
  /** Called when Enter is pressed without a focused option. */
  onEnter: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);

  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) onOpen(false);
    else if (event.key === 'Escape') input.current?.blur();
    else if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) onOpen(true);
    else return;
    event.preventDefault();
  }

  return (
    <form
      className={css.box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onOpen(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <Autocomplete inputValue={value} onInputChange={onChange} disableAutoFocusFirst>
        <TextField
          className={control.control ?? ''}
          data-size="large"
          aria-label={label}
          maxLength={200}
          onFocus={() => value.trim() !== '' && onOpen(true)}
        >
          {busy ? (
            <LoaderCircle className={control.turning} size={16} aria-hidden="true" />
          ) : (
            <Search size={16} strokeWidth={1.6} aria-hidden="true" />
          )}
          <Input
            ref={input}
            role="combobox"
            inputMode="search"
            enterKeyHint="search"
            autoCapitalize="off"
            aria-expanded={open}
            placeholder={placeholder}
            onKeyDown={keyDown}
          />
          {value !== '' && (
            <button
              type="button"
              className={control.inner}
              aria-label="Clear search"
              onClick={() => {
                onChange('');
                input.current?.focus();
              }}
            >
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </button>
          )}
        </TextField>
        {open && (
          // A press in it must not take the focus, which would close it before the click.
          <div className={css.panel} onMouseDown={(event) => event.preventDefault()} role="presentation">
            <ListBox className={css.list ?? ''} aria-label={label} shouldFocusWrap>
              {options.map((option) => (
                <ListBoxItem
                  key={optionKey(option)}
                  id={optionKey(option)}
                  textValue={optionText(option)}
                  className={css.option ?? ''}
                  onPress={() => onPick(option)}
                >
                  {render(option)}
                </ListBoxItem>
              ))}
            </ListBox>
            {foot && <div className={css.foot}>{foot}</div>}
          </div>
        )}
      </Autocomplete>
    </form>
  );
}

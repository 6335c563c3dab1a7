import { LoaderCircle, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import css from './Combobox.module.css';
import control from './Control.module.css';

/**
 * A search field with a list of what was found below it (ARIA combobox): arrows move, Enter takes, Escape closes.
 * `active` is the place of the option that Enter takes, -1 none.
 */
export function Combobox<Option>({
  label,
  placeholder,
  value,
  open,
  busy,
  options,
  active,
  optionKey,
  render,
  foot,
  onChange,
  onActive,
  onOpen,
  onPick,
}: {
  label: string;
  placeholder: string;
  value: string;
  open: boolean;
  busy: boolean;
  options: readonly Option[];
  active: number;
  optionKey: (option: Option) => string;
  render: (option: Option) => ReactNode;
  /** Below the options, or instead of them. */
  foot: ReactNode;
  onChange: (value: string) => void;
  onActive: (place: number) => void;
  onOpen: (open: boolean) => void;
  /** Undefined: Enter, and no option is there yet. */
  onPick: (option: Option | undefined) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const idOf = (place: number) => `${id}-option-${place}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function keyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    const move = (to: number) => {
      event.preventDefault();
      if (open) onActive(to);
      else onOpen(true);
    };
    if (event.key === 'ArrowDown') move(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') move(active <= 0 ? last : active - 1);
    else if (event.key === 'Enter') onPick(open ? options[active] : undefined);
    else if (event.key === 'Escape' && open) onOpen(false);
    else if (event.key === 'Escape') input.current?.blur();
  }

  return (
    <div
      className={css.box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onOpen(false);
      }}
    >
      <div className={control.control} data-size="large">
        {busy ? (
          <LoaderCircle className={control.turning} size={16} aria-hidden="true" />
        ) : (
          <Search size={16} strokeWidth={1.6} aria-hidden="true" />
        )}
        <input
          ref={input}
          role="combobox"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          aria-label={label}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 && options.length > 0 ? idOf(active) : undefined}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => value.trim() !== '' && onOpen(true)}
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
      </div>
      {open && (
        // Pressing in it must not take the focus away, which would close it before the click.
        <div className={css.panel} onMouseDown={(event) => event.preventDefault()} role="presentation">
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
            {options.map((option, place) => (
              <div
                key={optionKey(option)}
                id={idOf(place)}
                role="option"
                aria-selected={place === active}
                className={css.option}
                onMouseMove={() => place !== active && onActive(place)}
                onClick={() => onPick(option)}
              >
                {render(option)}
              </div>
            ))}
          </div>
          {foot && <div className={css.foot}>{foot}</div>}
        </div>
      )}
    </div>
  );
}

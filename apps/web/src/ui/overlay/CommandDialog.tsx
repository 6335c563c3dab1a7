import { LoaderCircle, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import css from './CommandDialog.module.css';

export interface CommandGroup<Option> {
  name: string;
  options: readonly Option[];
}

/**
 * A field over the page with a list of what it leads to in groups (ARIA combobox in a modal dialog): arrows move, Enter takes,
 * with Ctrl or ⌘ in a new tab, Escape closes.
 */
export function CommandDialog<Option>({
  label,
  placeholder,
  value,
  busy,
  groups,
  active,
  optionKey,
  render,
  status,
  foot,
  onChange,
  onActive,
  onPick,
  onClose,
}: {
  label: string;
  placeholder: string;
  value: string;
  busy: boolean;
  groups: readonly CommandGroup<Option>[];
  /** Place of the option that Enter takes, counted over all groups. */
  active: number;
  optionKey: (option: Option) => string;
  render: (option: Option) => ReactNode;
  /** What was found, in words. */
  status: ReactNode;
  foot?: ReactNode;
  onChange: (value: string) => void;
  onActive: (place: number) => void;
  onPick: (option: Option, newTab: boolean) => void;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const options = groups.flatMap((group) => group.options);
  const idOf = (place: number) => `${id}-option-${place}`;

  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = options.length - 1;
    const move = (to: number) => {
      event.preventDefault();
      onActive(to);
    };
    if (event.key === 'ArrowDown') move(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') move(active <= 0 ? last : active - 1);
    else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      if (option !== undefined) onPick(option, event.ctrlKey || event.metaKey);
    }
  }

  let place = -1;
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={css.panel}>
        <div className={css.field}>
          {busy ? (
            <LoaderCircle className={css.turning} size={16} aria-hidden="true" />
          ) : (
            <Search size={16} strokeWidth={1.6} aria-hidden="true" />
          )}
          <input
            role="combobox"
            type="text"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            aria-label={label}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={keyDown}
          />
          <kbd>Esc</kbd>
        </div>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
          {groups.map(({ name, options: own }) => (
            <div key={name} role="group" aria-label={name} className={css.group}>
              <div className={css.heading} aria-hidden="true">
                {name}
              </div>
              {own.map((option) => {
                place += 1;
                const here = place;
                return (
                  <div
                    key={optionKey(option)}
                    id={idOf(here)}
                    role="option"
                    aria-selected={here === active}
                    className={css.option}
                    onMouseMove={() => here !== active && onActive(here)}
                    onClick={(event) => onPick(option, event.ctrlKey || event.metaKey)}
                  >
                    {render(option)}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <div className={css.foot}>
          <span role="status">{status}</span>
          {foot}
        </div>
      </div>
    </dialog>
  );
}

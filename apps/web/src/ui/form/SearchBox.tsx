import { LoaderCircle, Search } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import css from './SearchBox.module.css';

/** Maximum length of a pasted text: a hundred addresses with surrounding text. */
const longest = 20_000;

/** Element ID of the field that `/` focuses. */
export const searchFieldId = 'search-field';

/** Replaces line breaks with spaces: the browser would drop them and join two lines into one word. */
function pasteInOneLine(event: ClipboardEvent<HTMLInputElement>, onChange: (value: string) => void): void {
  const text = event.clipboardData.getData('text');
  if (!/[\r\n]/.test(text)) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  onChange((before + text.replaceAll(/\s+/g, ' ') + after).slice(0, longest));
}

/** Moves the focus with arrow keys between the field and the links below it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a[href]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The main search field: Escape leaves it; the hint below describes the text, and `below` contains links. */
export function SearchBox({
  label,
  placeholder,
  value,
  hint,
  below,
  invalid,
  busy,
  onChange,
  onSubmit,
}: {
  label: string;
  placeholder: string;
  value: string;
  hint: ReactNode;
  /** Links, reachable with arrow keys. */
  below?: ReactNode;
  invalid: boolean;
  busy: boolean;
  onChange: (value: string) => void;
  onSubmit: () => void;
}) {
  const hintId = useId();
  return (
    <form
      className={css.box}
      role="search"
      onKeyDown={walk}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={invalid ? `${css.field} ${css.wrong}` : css.field}>
        {busy ? (
          <LoaderCircle className={css.turning} size={16} aria-hidden="true" />
        ) : (
          <Search size={16} strokeWidth={1.6} aria-hidden="true" />
        )}
        <input
          id={searchFieldId}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={longest}
          aria-label={label}
          aria-describedby={hintId}
          aria-invalid={invalid}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => pasteInOneLine(event, onChange)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <kbd className={css.key} aria-hidden="true">
          /
        </kbd>
      </div>
      <div
        className={hint ? `${css.hint} ${css.filled}` : css.hint}
        // A press on it would take the focus and hide the hint before a link in it is clicked.
        onMouseDown={(event) => event.preventDefault()}
        role="presentation"
      >
        <output id={hintId}>{hint}</output>
        {below}
      </div>
    </form>
  );
}

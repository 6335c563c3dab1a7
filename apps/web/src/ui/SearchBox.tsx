import { Input, type InputRef } from 'antd';
import { LoaderCircle, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './SearchBox.module.css';

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** The one search field: `/` jumps to it, Escape leaves it; the hint below says what the text is. */
export function SearchBox({
  label,
  placeholder,
  value,
  hint,
  invalid,
  busy,
  onChange,
  onSubmit,
}: {
  label: string;
  placeholder: string;
  value: string;
  hint: ReactNode;
  invalid: boolean;
  busy: boolean;
  onChange: (value: string) => void;
  onSubmit: () => void;
}) {
  const input = useRef<InputRef>(null);
  const hintId = useId();

  useEffect(() => {
    function jump(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      event.preventDefault();
      input.current?.focus({ cursor: 'all' });
    }
    window.addEventListener('keydown', jump);
    return () => window.removeEventListener('keydown', jump);
  }, []);

  return (
    <form
      className={css.box}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={500}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={invalid}
        placeholder={placeholder}
        value={value}
        {...(invalid && { status: 'error' as const })}
        prefix={
          busy ? (
            <LoaderCircle className={css.turning} size={16} />
          ) : (
            <Search size={16} strokeWidth={1.6} aria-hidden="true" />
          )
        }
        suffix={
          <kbd className={css.key} aria-hidden="true">
            /
          </kbd>
        }
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') input.current?.blur();
        }}
      />
      <output
        id={hintId}
        className={hint ? `${css.hint} ${css.filled}` : css.hint}
        // Pressing on it would take the focus away, and with it the hint, before a link in it is clicked.
        onMouseDown={(event) => event.preventDefault()}
      >
        {hint}
      </output>
    </form>
  );
}

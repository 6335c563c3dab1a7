import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { usePhone } from '../../lib/browser/use-media.ts';
import css from './FilterChip.module.css';

/**
 * A filter of several fields behind a button, in the form that it belongs to: Enter in a field submits that form. On phones, the
 * fields are shown themselves.
 */
export function FilterChip({
  title,
  chosen,
  wrong,
  children,
}: {
  title: string;
  /** What is chosen, in short; undefined: nothing. */
  chosen: string | undefined;
  /** A field has an error. */
  wrong: boolean;
  children: ReactNode;
}) {
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  if (phone) return children;

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }
  return (
    <div className={css.place} onBlur={leave} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        className={wrong ? `${css.chip} ${css.wrong}` : css.chip}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={chosen === undefined ? css.text : `${css.text} ${css.set}`}>
          {chosen === undefined ? title : `${title}: ${chosen}`}
        </span>
        <ChevronDown size={14} strokeWidth={1.8} aria-hidden="true" />
      </button>
      {open && (
        <div id={panelId} role="group" aria-label={title} tabIndex={-1} className={css.panel}>
          {children}
        </div>
      )}
    </div>
  );
}

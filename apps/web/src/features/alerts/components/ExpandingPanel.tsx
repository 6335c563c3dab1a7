import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './ExpandingPanel.module.css';

/** A section that expands below its title, which has the focus when it opens; closed, only its button is shown. */
export function ExpandingPanel({
  title,
  open,
  onOpen,
  children,
}: {
  title: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    // Opening and closing moves the button.
    if (wasOpen.current !== open) toggle.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className={open ? css.panel : css.closed} aria-labelledby={`${id}-title`}>
      <h2 className={css.title}>
        <button
          ref={toggle}
          type="button"
          id={`${id}-title`}
          className={css.toggle}
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          onClick={() => onOpen(!open)}
        >
          <Chevron size={16} strokeWidth={1.8} aria-hidden="true" />
          {title}
        </button>
      </h2>
      {open && (
        <div id={`${id}-body`} className={css.body}>
          {children}
        </div>
      )}
    </section>
  );
}

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import css from './ExpandingPanel.module.css';

/** A section that expands below its title. */
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
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className={css.panel} aria-labelledby={`${id}-title`}>
      <h2 className={css.title}>
        <button
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

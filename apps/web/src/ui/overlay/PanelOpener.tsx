import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import css from './PanelOpener.module.css';
import { preload } from './preload.ts';

/** Properties that position a panel beside the button that opened it. */
export interface OpenedPanel {
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * Shows a panel beside its button while it is pressed. The panel code is loaded before the first one opens: most visits open
 * none.
 */
export function PanelOpener({
  kind,
  load,
  panel,
  children,
}: {
  /** A menu also opens with the arrow keys. */
  kind: 'menu' | 'dialog';
  /** Loads the panel. */
  load: () => Promise<unknown>;
  panel: (opened: OpenedPanel) => ReactNode;
  children: ReactElement;
}) {
  const around = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    button.current = around.current?.querySelector('button') ?? null;
    button.current?.setAttribute('aria-haspopup', kind);
    button.current?.setAttribute('aria-expanded', String(open));
  });

  return (
    <>
      <span
        ref={around}
        className={css.around}
        role="presentation"
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </span>
      {open && <Suspense>{panel({ button, onClose: () => setOpen(false) })}</Suspense>}
    </>
  );
}

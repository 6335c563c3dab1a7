import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import css from './PanelOpener.module.css';
import { preload } from './preload.ts';

const load = async () => ({ default: (await import('./HoverPanel.tsx')).HoverPanel });
const HoverPanel = lazy(load);

/** Delays in milliseconds before it appears and disappears. */
const delayIn = 300;
const delayOut = 200;

/**
 * Content about the element inside, shown while the pointer or the focus is on it, or the pointer on the content. The content's
 * code is loaded on first use, so the element has its own timers instead of those of React Aria.
 */
export function HoverCard({
  content,
  kind = 'card',
  onClick = false,
  children,
}: {
  content: ReactNode;
  /** A `tip` is a line or two of text. */
  kind?: 'card' | 'tip';
  /** Also opens when the element is pressed. */
  onClick?: boolean;
  children: ReactElement;
}) {
  const id = useId();
  const around = useRef<HTMLSpanElement>(null);
  const anchor = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const soon = (next: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  const show = () => {
    preload(load);
    soon(true, delayIn);
  };
  const hide = () => soon(false, delayOut);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    anchor.current = around.current?.firstElementChild ?? null;
    if (open) anchor.current?.setAttribute('aria-describedby', id);
    else anchor.current?.removeAttribute('aria-describedby');
  });

  return (
    <>
      <span
        ref={around}
        className={css.around}
        role="presentation"
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={() => onClick && soon(true, 0)}
      >
        {children}
      </span>
      {open && (
        <Suspense>
          <HoverPanel
            id={id}
            kind={kind}
            anchor={anchor}
            onStay={() => soon(true, 0)}
            onLeave={hide}
            onClose={() => soon(false, 0)}
          >
            {content}
          </HoverPanel>
        </Suspense>
      )}
    </>
  );
}

import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePlaceBeside } from './floating.ts';
import css from './HoverCard.module.css';

/** Milliseconds before it appears and goes. */
const delayIn = 300;
const delayOut = 200;

function Panel({
  id,
  role,
  label,
  anchor,
  children,
  ...pointer
}: {
  id: string;
  role: 'tooltip' | 'dialog';
  label?: string;
  anchor: () => Element | null | undefined;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const place = usePlaceBeside(anchor, panel, 'bottomLeft');
  return createPortal(
    <div
      {...pointer}
      ref={panel}
      id={id}
      role={role}
      aria-label={label}
      className={css.panel}
      style={place}
      data-react-aria-top-layer
    >
      {children}
    </div>,
    document.body,
  );
}

/** Escape closes what is open, wherever the focus is. */
function useEscape(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** Something about the element in it, shown while the pointer or the focus is there, or the pointer on what is shown. */
export function HoverCard({
  content,
  kind = 'card',
  onClick = false,
  children,
}: {
  content: ReactNode;
  /** A `tip` is a line or two of text. */
  kind?: 'card' | 'tip';
  /** It also appears when the element is pressed. */
  onClick?: boolean;
  children: ReactElement;
}) {
  const id = useId();
  const around = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const anchor = () => around.current?.firstElementChild;
  const soon = (next: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  const show = () => soon(true, delayIn);
  const hide = () => soon(false, delayOut);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEscape(open, () => setOpen(false));

  useEffect(() => {
    if (open) anchor()?.setAttribute('aria-describedby', id);
    else anchor()?.removeAttribute('aria-describedby');
  });

  return (
    <>
      <span
        ref={around}
        className={css.anchor}
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
        <Panel id={id} role="tooltip" anchor={anchor} onPointerEnter={show} onPointerLeave={hide}>
          <div className={kind === 'tip' ? css.tip : css.card}>{content}</div>
        </Panel>
      )}
    </>
  );
}

/** Something about the button in it, shown after a click. */
export function ClickCard({
  title,
  content,
  children,
}: {
  title: string;
  content: ReactNode;
  children: ReactElement;
}) {
  const id = useId();
  const around = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const anchor = () => around.current?.firstElementChild;
  useEscape(open, () => setOpen(false));
  useEffect(() => {
    if (!open) return;
    function press({ target }: PointerEvent): void {
      const inside =
        target instanceof Node &&
        (around.current?.contains(target) || document.getElementById(id)?.contains(target));
      if (!inside) setOpen(false);
    }
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [id, open]);
  return (
    <>
      <span ref={around} className={css.anchor} role="presentation" onClick={() => setOpen(!open)}>
        {children}
      </span>
      {open && (
        <Panel id={id} role="dialog" label={title} anchor={anchor}>
          <div className={css.card}>
            <div className={css.title}>{title}</div>
            {content}
          </div>
        </Panel>
      )}
    </>
  );
}

import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type Placement, usePlaceBeside } from './floating.ts';
import css from './PopupMenu.module.css';

export interface PopupMenuItem {
  key: string;
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onSelect: () => void;
}

export interface PopupMenuGroup {
  title: string;
  items: readonly PopupMenuItem[];
}

const usable = '[role="menuitem"]:not([aria-disabled="true"])';

/** The item to which a key leads from the one that has the focus; undefined for other keys. */
function itemFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const place = places[key];
  return place === undefined ? undefined : items.at(at < 0 && place < 0 ? -1 : place % items.length);
}

function Menu({
  id,
  groups,
  placement,
  button,
  onClose,
}: {
  id: string;
  groups: readonly PopupMenuGroup[];
  placement: Placement;
  button: () => HTMLElement | null | undefined;
  onClose: () => void;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const place = usePlaceBeside(button, panel, placement);
  const items = () => [...(panel.current?.querySelectorAll<HTMLElement>(usable) ?? [])];

  useEffect(() => {
    items()[0]?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    function press({ target }: PointerEvent): void {
      const inside =
        target instanceof Node && (panel.current?.contains(target) || button()?.contains(target));
      if (!inside) onClose();
    }
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  });

  function back() {
    onClose();
    button()?.focus({ preventScroll: true });
  }

  function keyDown(event: KeyboardEvent) {
    const item = itemFor(event.key, items());
    if (event.key === 'Escape') back();
    else if (event.key === 'Tab') return back();
    else if (item) item.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return createPortal(
    <div
      ref={panel}
      id={id}
      role="menu"
      tabIndex={-1}
      className={css.menu}
      style={place}
      onKeyDown={keyDown}
      data-react-aria-top-layer
    >
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <div className={css.title} aria-hidden="true">
            {group.title}
          </div>
          {group.items.map(({ key, label, icon, disabled = false, onSelect }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={css.item}
              aria-disabled={disabled || undefined}
              onClick={() => {
                if (disabled) return;
                back();
                onSelect();
              }}
            >
              {icon}
              <span className={css.label}>{label}</span>
            </button>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

/** A menu that the button in it opens; every group has a heading (ARIA menu button: arrows move, Escape leads back). */
export function PopupMenu({
  groups,
  placement = 'topLeft',
  children,
}: {
  groups: readonly PopupMenuGroup[];
  placement?: Placement;
  children: ReactElement;
}) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const button = () => anchor.current?.querySelector<HTMLElement>('button');

  useEffect(() => {
    const own = button();
    own?.setAttribute('aria-haspopup', 'menu');
    own?.setAttribute('aria-expanded', String(open));
    if (open) own?.setAttribute('aria-controls', id);
    else own?.removeAttribute('aria-controls');
  });

  return (
    <>
      <span
        ref={anchor}
        className={css.anchor}
        role="presentation"
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </span>
      {open && (
        <Menu id={id} groups={groups} placement={placement} button={button} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

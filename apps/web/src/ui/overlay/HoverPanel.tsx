import { type ReactNode, type RefObject, useEffect } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import css from './HoverPanel.module.css';

/** Closes on Escape wherever the focus is (WCAG 1.4.13); React Aria listens only in the trigger. */
function useEscape(close: () => void): void {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** Content of `HoverCard`, loaded on first use. */
export function HoverPanel({
  id,
  kind,
  anchor,
  onStay,
  onLeave,
  onClose,
  children,
}: {
  id: string;
  kind: 'card' | 'tip';
  anchor: RefObject<Element | null>;
  /** Called while the pointer is on it. */
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  useEscape(onClose);
  return (
    <TooltipTriggerStateContext
      value={{
        isOpen: true,
        shouldSkipAnimation: true,
        open: onStay,
        close: (immediate) => (immediate ? onClose() : onLeave()),
      }}
    >
      <Tooltip
        className={css.panel ?? ''}
        triggerRef={anchor}
        placement="bottom start"
        offset={4}
        containerPadding={8}
        // It may belong to an element in a dialog, which must neither hide it nor close when it is pressed.
        data-react-aria-top-layer
      >
        <div id={id} className={css[kind]}>
          {children}
        </div>
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}

import type { ReactNode } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import css from './HoverPanel.module.css';
import type { OpenedPanel } from './PanelOpener.tsx';

/** Content of `ClickCard`, loaded on first use. */
export function ClickPanel({
  title,
  button,
  onClose,
  children,
}: OpenedPanel & { title: string; children: ReactNode }) {
  return (
    <Popover
      className={css.panel ?? ''}
      triggerRef={button}
      placement="bottom start"
      offset={4}
      containerPadding={8}
      isOpen
      onOpenChange={onClose}
    >
      <Dialog className={css.card ?? ''} aria-label={title}>
        <div className={css.title}>{title}</div>
        {children}
      </Dialog>
    </Popover>
  );
}

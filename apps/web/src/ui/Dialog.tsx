import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import css from './Dialog.module.css';

/** What makes dialogs is loaded with the first one that opens. */
const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }));

/** Loads it earlier, where a dialog is about to be asked for by a key. */
export function preloadDialogs(): void {
  // A load that fails is tried again by the dialog itself.
  void import('./modal.tsx').catch(() => undefined);
}

/** A dialog over the page; its content is new each time it opens. */
export function Dialog({
  title,
  open,
  width = 480,
  onClose,
  children,
}: {
  title: ReactNode;
  open: boolean;
  width?: number;
  onClose: () => void;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(open);
  const body = useRef<HTMLDivElement>(null);
  /** What opens takes the focus to its frame: back to the field that is to be written in first. */
  function focusFirst(isOpen: boolean) {
    if (!isOpen || body.current?.contains(document.activeElement)) return;
    body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }
  if (open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense>
      <Modal
        title={title}
        open={open}
        width={width}
        footer={null}
        destroyOnHidden
        afterOpenChange={focusFirst}
        onCancel={onClose}
      >
        <div ref={body} className={css.body}>
          {children}
        </div>
      </Modal>
    </Suspense>
  );
}

/** Buttons at the foot of a dialog or form, the main one last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

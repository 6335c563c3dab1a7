import { lazy, type ReactNode, Suspense, useState } from 'react';
import css from './Dialog.module.css';
import { preload } from './preload.ts';

/** What makes dialogs is loaded with the first one that opens. */
const load = async () => ({ default: (await import('./ModalFrame.tsx')).ModalFrame });
const ModalFrame = lazy(load);

/** Loads it earlier, where a dialog is about to be asked for by a key. */
export function preloadDialogs(): void {
  preload(load);
}

/** Matches what stands over the whole page, and keeps its keys to itself. */
export const modalSelector = '[data-modal]';

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
  if (open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense>
      <ModalFrame title={title} open={open} width={width} onClose={onClose}>
        <div className={css.body}>{children}</div>
      </ModalFrame>
    </Suspense>
  );
}

/** Buttons at the foot of a dialog or form, the main one last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

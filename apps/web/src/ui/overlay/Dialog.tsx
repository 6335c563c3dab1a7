import { lazy, type ReactNode, Suspense, useState } from 'react';
import css from './Dialog.module.css';
import { preload } from './preload.ts';

/** The code of dialogs is loaded with the first one that opens. */
const load = async () => ({ default: (await import('./ModalFrame.tsx')).ModalFrame });
const ModalFrame = lazy(load);

/** Preloads the code of dialogs when a key press is likely to open one. */
export function preloadDialogs(): void {
  preload(load);
}

/** Selector of elements that cover the page and handle keys themselves. */
export const modalSelector = '[data-modal]';

/** A modal dialog; its content is remounted each time it opens. `aside`: at the right, so that the page stays visible. */
export function Dialog({
  title,
  open,
  width = 480,
  aside = false,
  onClose,
  children,
}: {
  title: ReactNode;
  open: boolean;
  width?: number;
  aside?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense>
      <ModalFrame title={title} open={open} width={width} aside={aside} onClose={onClose}>
        <div className={css.body}>{children}</div>
      </ModalFrame>
    </Suspense>
  );
}

/** Buttons at the bottom of a dialog or form, the primary one last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

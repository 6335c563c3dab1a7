import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import css from './ModalFrame.module.css';

/** Passes keys pressed on the page to the dialog: a button disabled by its own press loses the focus to the page. */
function useKeysOfPage(open: boolean, dialog: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    if (!open) return;
    function press({ target, key }: KeyboardEvent): void {
      const top = [...document.querySelectorAll('[data-modal]')].at(-1);
      if (target !== document.body || top !== dialog.current) return;
      if (key === 'Escape') onClose();
      else dialog.current?.focus();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** Content of `Dialog`, loaded on first use: traps the focus and restores it. */
export function ModalFrame({
  title,
  open,
  width,
  aside,
  onClose,
  children,
}: {
  title: ReactNode;
  open: boolean;
  width: number;
  aside: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLElement>(null);
  useKeysOfPage(open, dialog, onClose);
  return (
    <ModalOverlay
      className={`${css.overlay} ${aside ? css.aside : ''}`}
      isOpen={open}
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={css.modal ?? ''} style={{ width }}>
        <Dialog ref={dialog} className={css.dialog ?? ''} data-modal>
          <Heading slot="title" level={2} className={css.title ?? ''}>
            {title}
          </Heading>
          <Button slot="close" aria-label="Close" className={css.close ?? ''}>
            <X size={18} strokeWidth={1.6} aria-hidden="true" />
          </Button>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

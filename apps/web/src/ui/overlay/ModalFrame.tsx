import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import css from './ModalFrame.module.css';

/** What `Dialog` loads when it first opens: keeps the focus in it, and gives it back. */
export function ModalFrame({
  title,
  open,
  width,
  onClose,
  children,
}: {
  title: ReactNode;
  open: boolean;
  width: number;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ModalOverlay
      className={css.overlay ?? ''}
      isOpen={open}
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={css.modal ?? ''} style={{ width }}>
        <Dialog className={css.dialog ?? ''} data-modal>
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

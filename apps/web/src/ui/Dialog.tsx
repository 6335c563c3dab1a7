import { Modal } from 'antd';
import type { ReactNode } from 'react';
import css from './Dialog.module.css';

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
  return (
    <Modal title={title} open={open} width={width} footer={null} destroyOnHidden onCancel={onClose}>
      <div className={css.body}>{children}</div>
    </Modal>
  );
}

/** Buttons at the foot of a dialog or form, the main one last. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

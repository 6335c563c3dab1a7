import { Modal as AntModal, type ModalProps } from 'antd';
import { AntTheme } from './ant-theme/AntTheme.tsx';

/** What `Dialog` loads when it first opens. */
export function Modal(props: ModalProps) {
  return (
    <AntTheme>
      <AntModal {...props} />
    </AntTheme>
  );
}

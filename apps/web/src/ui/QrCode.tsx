import { QRCode } from 'antd';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import css from './QrCode.module.css';

/** A code to photograph, black on white in both themes: scanners expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.code} role="img" aria-label={label}>
      <AntTheme>
        <QRCode type="svg" value={text} size={176} bordered={false} color="#000000" bgColor="#ffffff" />
      </AntTheme>
    </div>
  );
}

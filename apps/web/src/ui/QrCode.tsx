import { QRCode } from 'antd';
import css from './QrCode.module.css';

/** A code to photograph, black on white in both themes: scanners expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.code} role="img" aria-label={label}>
      <QRCode type="svg" value={text} size={176} bordered={false} color="#000000" bgColor="#ffffff" />
    </div>
  );
}

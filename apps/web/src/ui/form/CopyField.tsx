import css from './CopyField.module.css';
import { CopyButton } from '../button/CopyButton.tsx';

/** A text to copy, shown in full; `copied` is the text of the toast. */
export function CopyField({ value, what, copied }: { value: string; what: string; copied?: string }) {
  return (
    <div className={css.field}>
      <span className={css.value}>{value}</span>
      <CopyButton text={value} what={what} {...(copied !== undefined && { copied })} />
    </div>
  );
}

import css from './CopyField.module.css';
import { CopyButton } from '../button/CopyButton.tsx';

/** A text to copy, shown whole; `copied` is what the toast says. */
export function CopyField({ value, what, copied }: { value: string; what: string; copied?: string }) {
  return (
    <div className={css.field}>
      <span className={css.value}>{value}</span>
      <CopyButton text={value} what={what} {...(copied !== undefined && { copied })} />
    </div>
  );
}

import type { ReactNode } from 'react';
import css from '../form/Toggle.module.css';

/** Text on the left, a control with its own accessible name on the right. */
export function SettingLine({
  label,
  help,
  children,
}: {
  label: string;
  help?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css.line}>
      <div className={css.words}>
        <div className={css.label}>{label}</div>
        {help && <p className={css.help}>{help}</p>}
      </div>
      <div>{children}</div>
    </div>
  );
}

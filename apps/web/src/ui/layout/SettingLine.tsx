import type { ReactNode } from 'react';
import css from '../form/Toggle.module.css';

/** Words at the left, a control with a name of its own at the right. */
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

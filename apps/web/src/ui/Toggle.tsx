import { Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import css from './Toggle.module.css';

/** A setting that takes effect at once: words at the left, switch at the right. */
export function Toggle({
  label,
  help,
  checked,
  loading = false,
  disabled = false,
  onChange,
}: {
  label: string;
  help?: ReactNode;
  checked: boolean;
  loading?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={css.line}>
      <div className={css.words}>
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className={css.help}>
            {help}
          </p>
        )}
      </div>
      <AntTheme>
        <Switch
          id={id}
          checked={checked}
          loading={loading}
          disabled={disabled}
          {...(help !== undefined && { 'aria-describedby': `${id}-help` })}
          onChange={(next) => onChange(next)}
        />
      </AntTheme>
    </div>
  );
}

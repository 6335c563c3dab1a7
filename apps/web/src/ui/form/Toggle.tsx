import { type ReactNode, useId } from 'react';
import { Switch } from 'react-aria-components';
import css from './Toggle.module.css';

/** A setting that applies at once: label on the left, switch on the right. */
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
      <Switch
        className={css.switch ?? ''}
        isSelected={checked}
        isDisabled={disabled || loading}
        {...(help !== undefined && { 'aria-describedby': id })}
        onChange={onChange}
      >
        <span className={css.label}>{label}</span>
        <span className={css.track} data-busy={loading || undefined} />
      </Switch>
      {help && (
        <p id={id} className={css.help}>
          {help}
        </p>
      )}
    </div>
  );
}

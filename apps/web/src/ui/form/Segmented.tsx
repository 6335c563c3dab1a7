import { useId } from 'react';
import css from './Segmented.module.css';

/** A choice of a few values, all visible. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  disabled = false,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  disabled?: boolean;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.track}>
      {options.map((option) => (
        <label key={option.value} className={css.item}>
          <input
            type="radio"
            name={name}
            className={css.radio}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={css.text}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

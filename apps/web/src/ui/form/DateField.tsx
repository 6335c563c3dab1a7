import { useEffect, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import css from './Control.module.css';

/** A calendar day as `2026-01-31`, or none. Reports only complete days, not while typing. */
export function DateField({
  label,
  prefix,
  value,
  max,
  onChange,
}: {
  label: string;
  /** Text before the day. */
  prefix: string;
  value: string | undefined;
  /** The last selectable day. */
  max: string;
  onChange: (day: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);

  function change(next: string) {
    setTyped(next);
    if (next === '') onChange(undefined);
    else if (/^[12]\d{3}-\d\d-\d\d$/.test(next) && next <= max) onChange(next);
  }
  return (
    <TextField
      className={css.control ?? ''}
      style={{ width: 205 }}
      type="date"
      aria-label={label}
      value={typed}
      onChange={change}
    >
      {prefix}
      <Input max={max} title={label} />
    </TextField>
  );
}

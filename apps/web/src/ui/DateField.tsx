import { Input } from 'antd';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import { useEffect, useState } from 'react';

/** A day of the calendar as `2026-01-31`, or none. Tells of whole days only, not while one is typed. */
export function DateField({
  label,
  prefix,
  value,
  max,
  onChange,
}: {
  label: string;
  /** Words in front of the day. */
  prefix: string;
  value: string | undefined;
  /** The last day that can be chosen. */
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
    <AntTheme>
      <Input
        type="date"
        aria-label={label}
        title={label}
        max={max}
        value={typed}
        prefix={prefix}
        style={{ width: 205 }}
        onChange={(event) => change(event.target.value)}
      />
    </AntTheme>
  );
}

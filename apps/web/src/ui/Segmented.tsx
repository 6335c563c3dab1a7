import { Segmented as AntSegmented } from 'antd';

/** One of a few values, all in view. */
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
  return (
    <AntSegmented<Value>
      aria-label={label}
      value={value}
      options={[...options]}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

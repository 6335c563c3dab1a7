import { Input } from 'antd';
import { Search } from 'lucide-react';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import css from './FilterBox.module.css';

/** Narrows the list below it while one types. */
export function FilterBox({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className={css.box}>
      <AntTheme>
        <Input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          prefix={<Search size={14} strokeWidth={1.8} aria-hidden="true" />}
          allowClear
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </AntTheme>
    </div>
  );
}

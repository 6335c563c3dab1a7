import { Search, X } from 'lucide-react';
import { Button, Input, SearchField } from 'react-aria-components';
import control from './Control.module.css';
import css from './FilterBox.module.css';

/** Filters the list below while typing; Escape clears it. */
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
      <SearchField className={control.control ?? ''} aria-label={label} value={value} onChange={onChange}>
        <Search size={14} strokeWidth={1.8} aria-hidden="true" />
        <Input placeholder={placeholder} maxLength={100} />
        <Button className={control.inner ?? ''}>
          <X size={14} strokeWidth={1.8} aria-hidden="true" />
        </Button>
      </SearchField>
    </div>
  );
}

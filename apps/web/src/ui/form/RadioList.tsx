import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import css from './RadioList.module.css';

/** A choice of two or three options, each with an explanation. */
export function RadioList<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  legend: string;
  value: Value;
  options: readonly { value: Value; name: string; text: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={css.words}>
            <span className={css.name}>{option.name}</span>
            <span className={css.text}>{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A few actions, stacked. */
export function WaysOn({
  ways,
}: {
  ways: readonly { icon: LucideIcon; name: string; text: string; onSelect: () => void }[];
}) {
  return (
    <div className={css.choices}>
      {ways.map(({ icon: Icon, name, text, onSelect }) => (
        <button key={name} type="button" className={css.choice} onClick={onSelect}>
          <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
          <span className={css.words}>
            <span className={css.name}>{name}</span>
            <span className={css.text}>{text}</span>
          </span>
          <ChevronRight className={css.next} size={16} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

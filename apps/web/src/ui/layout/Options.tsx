import type { LucideIcon } from 'lucide-react';
import css from './Options.module.css';

export interface Option {
  icon: LucideIcon;
  name: string;
  text: string;
}

/** A few actions side by side. */
export function Options({ options }: { options: readonly Option[] }) {
  return (
    <ul className={css.options}>
      {options.map(({ icon: Icon, name, text }) => (
        <li key={name} className={css.option}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          <span>
            <b>{name}</b>
            <span className={css.text}>{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

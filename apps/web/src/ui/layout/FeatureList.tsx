import type { LucideIcon } from 'lucide-react';
import css from './FeatureList.module.css';

export interface Feature {
  icon: LucideIcon;
  name: string;
  text: string;
}

/** A few features or actions side by side. */
export function FeatureList({ features }: { features: readonly Feature[] }) {
  return (
    <ul className={css.options}>
      {features.map(({ icon: Icon, name, text }) => (
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

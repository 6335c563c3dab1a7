import type { ReactNode } from 'react';
import css from './DescriptionList.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** Names and values in a list. */
export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([label, value], i) => (
        // Several facts may have the same name.
        <div key={`${label} ${String(i)}`} className={css.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

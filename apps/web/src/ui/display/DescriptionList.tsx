import type { ReactNode } from 'react';
import css from './DescriptionList.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** Names and values under each other. */
export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([label, value], i) => (
        // Several facts may have one name.
        <div key={`${label} ${String(i)}`} className={css.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

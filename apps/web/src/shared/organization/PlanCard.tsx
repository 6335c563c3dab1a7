import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './PlanCard.module.css';

/** Plan cards side by side. */
export function PlanCards({ children }: { children: ReactNode }) {
  return <div className={css.plans}>{children}</div>;
}

/** A plan with price, features, and actions. */
export function PlanCard({
  name,
  tag,
  price,
  text,
  features,
  current = false,
  children,
}: {
  name: string;
  tag?: ReactNode;
  price: string;
  text: string;
  features: readonly string[];
  current?: boolean;
  children?: ReactNode;
}) {
  return (
    <article className={current ? `${css.plan} ${css.current}` : css.plan} aria-label={name}>
      <div className={css.head}>
        <h3>{name}</h3>
        {tag}
      </div>
      <p className={css.price}>{price}</p>
      <p className={css.text}>{text}</p>
      <ul className={css.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Check size={14} strokeWidth={2} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {children && <div className={css.foot}>{children}</div>}
    </article>
  );
}

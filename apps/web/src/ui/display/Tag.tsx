import type { ReactNode } from 'react';
import css from './Tag.module.css';

/** Colors of roles and states; the label always says the same. */
export type TagTone = 'green' | 'orange' | 'red' | 'gray' | 'blue';

/** A short label; `dashed` if unknown or not assessed. */
export function Tag({
  dashed = false,
  tone,
  title,
  children,
}: {
  dashed?: boolean;
  tone?: TagTone | undefined;
  title?: string;
  children: ReactNode;
}) {
  const classes = [css.tag, dashed && css.dashed, tone && css[tone]].filter(Boolean).join(' ');
  return (
    <span className={classes} title={title}>
      {children}
    </span>
  );
}

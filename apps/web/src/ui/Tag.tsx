import type { ReactNode } from 'react';
import css from './Tag.module.css';

/** A short word about a thing; `dashed` where it is not known or not assessed. */
export function Tag({
  dashed = false,
  title,
  children,
}: {
  dashed?: boolean;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={dashed ? `${css.tag} ${css.dashed}` : css.tag} title={title}>
      {children}
    </span>
  );
}

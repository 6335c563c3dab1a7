import css from './OrDivider.module.css';

/** A line between two ways to do the same. */
export function OrDivider({ children }: { children: string }) {
  return <div className={css.line}>{children}</div>;
}

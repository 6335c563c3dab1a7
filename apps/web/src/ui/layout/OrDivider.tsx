import css from './OrDivider.module.css';

/** A divider between two alternatives. */
export function OrDivider({ children }: { children: string }) {
  return <div className={css.line}>{children}</div>;
}

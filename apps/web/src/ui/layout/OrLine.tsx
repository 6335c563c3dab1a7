import css from './OrLine.module.css';

/** A line between two ways to do the same. */
export function OrLine({ children }: { children: string }) {
  return <div className={css.line}>{children}</div>;
}

import css from './Prose.module.css';

/** Text that somebody typed, line breaks kept. */
export function Prose({ children }: { children: string }) {
  return <span className={css.lines}>{children}</span>;
}

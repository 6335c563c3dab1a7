import css from './Prose.module.css';

/** User text, line breaks kept. */
export function Prose({ children }: { children: string }) {
  return <span className={css.lines}>{children}</span>;
}

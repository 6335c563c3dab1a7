import css from './Lines.module.css';

/** Text that somebody typed, line breaks kept. */
export function Lines({ children }: { children: string }) {
  return <span className={css.lines}>{children}</span>;
}

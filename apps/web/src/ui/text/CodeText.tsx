import css from './CodeText.module.css';

/** Text of a machine, line breaks kept. */
export function CodeText({ children }: { children: string }) {
  return <pre className={css.code}>{children}</pre>;
}

import css from './CodeText.module.css';

/** Monospaced text, line breaks kept. */
export function CodeText({ children }: { children: string }) {
  return <pre className={css.code}>{children}</pre>;
}

import css from './Ellipsis.module.css';

/** A possibly long word, truncated with an ellipsis; the parent has the full text in its title. */
export function Ellipsis({ children }: { children: string }) {
  return <span className={css.text}>{children}</span>;
}

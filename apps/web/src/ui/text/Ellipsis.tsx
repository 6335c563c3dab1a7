import css from './Ellipsis.module.css';

/** A possibly long text, truncated with an ellipsis after `width` em; the parent has the full text in its title. */
export function Ellipsis({ width = 9, children }: { width?: number; children: string }) {
  return (
    <span className={css.text} style={{ maxWidth: `${width}em` }}>
      {children}
    </span>
  );
}

import css from './Ellipsis.module.css';

/** A word that may be long, cut where it would push others away; what stands around it has the whole in its title. */
export function Ellipsis({ children }: { children: string }) {
  return <span className={css.text}>{children}</span>;
}

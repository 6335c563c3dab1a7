import css from './LiveDot.module.css';

/** A small scope before a live figure; dashed if it isn't live. */
export function LiveDot({ on }: { on: boolean }) {
  return <span className={on ? css.dot : `${css.dot} ${css.off}`} aria-hidden="true" />;
}

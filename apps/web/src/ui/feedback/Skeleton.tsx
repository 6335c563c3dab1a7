import css from './Skeleton.module.css';

/** A grey placeholder with the size of the loaded content. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number | string }) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />;
}

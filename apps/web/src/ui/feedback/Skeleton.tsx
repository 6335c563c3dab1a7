import css from './Skeleton.module.css';

/** A grey stand-in of the size that the loaded thing will have. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />;
}

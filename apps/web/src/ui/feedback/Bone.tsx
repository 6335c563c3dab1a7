import css from './Bone.module.css';

/** A grey stand-in of the size that the loaded thing will have. */
export function Bone({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className={css.bone} style={{ width, height }} aria-hidden="true" />;
}

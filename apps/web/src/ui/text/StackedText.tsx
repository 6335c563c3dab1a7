import type { ReactNode } from 'react';
import css from './StackedText.module.css';

/** A cell of two lines: the main text, and secondary text. */
export function StackedText({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className={css.cell}>
      <div>{first}</div>
      <div className={css.second}>{second}</div>
    </div>
  );
}

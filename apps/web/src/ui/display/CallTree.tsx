import type { CSSProperties, ReactNode } from 'react';
import css from './CallTree.module.css';

/** Deeper rows stand no further in: a chain may nest its calls a thousand times. */
const deepestIndent = 12;

/** Things that were set off by others, each below the one that set it off and further in. */
export function CallTree({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.tree} aria-label={label}>
      {children}
    </ul>
  );
}

/** A row `depth` steps in from the edge; `end` stands at the right. */
export function CallRow({ depth, end, children }: { depth: number; end?: ReactNode; children: ReactNode }) {
  const indent: CSSProperties & { '--depth': number } = { '--depth': Math.min(depth, deepestIndent) };
  return (
    <li className={css.row} style={indent}>
      <span className={css.main}>{children}</span>
      {end && <span className={css.end}>{end}</span>}
    </li>
  );
}

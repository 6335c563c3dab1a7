import type { CSSProperties, ReactNode } from 'react';
import css from './CallTree.module.css';

/** Maximum indentation: calls may be nested a thousand levels deep. */
const deepestIndent = 12;

/** A tree of calls: each is below its caller and indented. */
export function CallTree({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.tree} aria-label={label}>
      {children}
    </ul>
  );
}

/** A row indented by `depth` levels; `end` is on the right. */
export function CallRow({ depth, end, children }: { depth: number; end?: ReactNode; children: ReactNode }) {
  const indent: CSSProperties & { '--depth': number } = { '--depth': Math.min(depth, deepestIndent) };
  return (
    <li className={css.row} style={indent}>
      <span className={css.main}>{children}</span>
      {end && <span className={css.end}>{end}</span>}
    </li>
  );
}

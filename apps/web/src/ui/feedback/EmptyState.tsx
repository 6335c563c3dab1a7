import type { ReactNode } from 'react';
import css from './EmptyState.module.css';
import { HopPath, type HopPathKind } from './HopPath.tsx';

/** Explains why there is no content, and what to do about it. */
export function EmptyState({
  path = 'open',
  title,
  children,
  actions,
}: {
  path?: HopPathKind;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={css.empty}>
      <HopPath kind={path} />
      <h2>{title}</h2>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}

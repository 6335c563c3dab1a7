import type { ReactNode } from 'react';
import css from './Notice.module.css';

/** Solid: known · dashed: partly known or unknown · hatched: not covered · error and warning in their colors. */
export type NoticeKind = 'known' | 'part' | 'none' | 'error' | 'warning';

export function Notice({ kind, icon, children }: { kind: NoticeKind; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={`${css.notice} ${css[kind]}`} role={kind === 'error' ? 'alert' : undefined}>
      <span className={css.icon}>{icon}</span>
      <div className={css.body}>{children}</div>
    </div>
  );
}

import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './Banner.module.css';

/** A line above the page about something that isn't urgent; `failed` about something that has stopped working. */
export function Banner({ failed = false, children }: { failed?: boolean; children: ReactNode }) {
  const Icon = failed ? TriangleAlert : Info;
  return (
    <div className={failed ? `${css.banner} ${css.failed}` : css.banner} role="note">
      <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
      <div className={css.words}>{children}</div>
    </div>
  );
}

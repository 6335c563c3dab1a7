import type { ReactNode } from 'react';
import { HoverCard } from './HoverCard.tsx';
import css from './InfoTooltip.module.css';

/** An icon that explains something to those who point at it, focus it, or press it. */
export function InfoTooltip({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <HoverCard content={text} kind="tip" onClick>
      <button type="button" className={css.tip} aria-label={`${label}: ${text}`}>
        {children}
      </button>
    </HoverCard>
  );
}

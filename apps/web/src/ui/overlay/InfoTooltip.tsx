import type { ReactNode } from 'react';
import { HoverCard } from './HoverCard.tsx';
import css from './InfoTooltip.module.css';

/** An icon with an explanation on hover, focus, or press. */
export function InfoTooltip({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <HoverCard content={text} kind="tip" onClick>
      <button type="button" className={css.tip} aria-label={`${label}: ${text}`}>
        {children}
      </button>
    </HoverCard>
  );
}

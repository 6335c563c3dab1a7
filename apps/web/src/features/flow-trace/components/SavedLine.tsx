import type { Step } from '@hopscope/canvas';
import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import type { Saved } from '../model/canvas-store.ts';
import css from './FlowTracePage.module.css';

function lastHeight(log: readonly Step[]): number | null {
  return log.findLast(({ basis }) => basis !== undefined)?.basis?.height ?? null;
}

/** Save status and the block of the latest answer. */
export function SavedLine({ saved, log, where }: { saved: Saved; log: readonly Step[]; where: string }) {
  const { count, clock } = useFormats();
  const height = lastHeight(log);
  return (
    <div className={css.saved}>
      <p role="status">
        {saved.state === 'saved' && (
          <>
            <Check size={12} strokeWidth={2} aria-hidden="true" />
            <span title={where}>Saved {clock(saved.at)}</span>
          </>
        )}
        {saved.state === 'saving' && (
          <>
            <LoaderCircle size={12} strokeWidth={2} aria-hidden="true" /> Saving…
          </>
        )}
        {saved.state === 'failed' && (
          <>
            <CircleAlert size={12} strokeWidth={2} aria-hidden="true" />
            <span>Not saved: {saved.reason.replace(/\.$/, '')}. Retrying…</span>
          </>
        )}
      </p>
      {height !== null && <p>As of block {count(height)}</p>}
    </div>
  );
}

import { Undo2 } from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import css from './Panel.module.css';

/** How far a review of many transactions has come, and a button to undo the last decision. */
export function TriageProgress({
  at,
  of,
  onUndo,
}: {
  /** Position of the shown transaction, from 1. */
  at: number;
  of: number;
  /** undefined: there is nothing to undo. */
  onUndo: (() => void) | undefined;
}) {
  return (
    <>
      <span className={css.bar} aria-hidden="true">
        <span style={{ width: `${String((at / Math.max(of, 1)) * 100)}%` }} />
      </span>
      <Button
        size="small"
        disabled={!onUndo}
        icon={<Undo2 size={14} strokeWidth={1.6} aria-hidden="true" />}
        {...(onUndo && { onClick: onUndo })}
      >
        Undo (U)
      </Button>
    </>
  );
}

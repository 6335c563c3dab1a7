import { CircleAlert } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import css from './panels/SidePanel.module.css';
import type { RunState } from './use-run.ts';

/** Progress and result of a streamed query. */
export function RunStatus({ run, onCancel }: { run: RunState; onCancel: () => void }) {
  const { count, counted } = useFormats();
  switch (run.state) {
    case 'idle':
      return null;
    case 'running': {
      const { reads, nodes, transfers } = run.progress;
      return (
        <>
          <HopLoader text={`${counted(transfers, 'transfer')}, ${counted(nodes, 'address', 'addresses')}`} />
          <p className={css.quiet}>{count(reads)} ledger lookups. Results appear on the canvas.</p>
          <Button onClick={onCancel}>Cancel</Button>
        </>
      );
    }
    case 'failed':
      return (
        <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {run.message}
        </Notice>
      );
    case 'done':
      return (
        <div role="status">
          {run.canceled && <p>Canceled. Results so far stay on the canvas. You can undo them.</p>}
          <ul className={css.list}>
            {run.words.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      );
  }
}

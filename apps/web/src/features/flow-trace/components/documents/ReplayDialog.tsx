import { flowEvidenceEndpoints, flowReplayLine, type FlowReplayLine } from '@hopscope/contract';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useServices } from '../../../../lib/services.ts';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { HopLoader } from '../../../../ui/feedback/HopLoader.tsx';
import { streamLines } from '../../api/stream-lines.ts';
import type { Collaboration } from '../../model/collaboration.ts';
import css from './Documents.module.css';

const { replayFlowDocument } = flowEvidenceEndpoints;

const verdicts = {
  same: 'The same',
  differs: 'Differs',
  applied: 'Asks nothing of the ledger',
  impossible: 'Could not be asked again',
} as const;

/** What has come of a replay; leaving ends it at the server too. */
function useReplay(collaboration: Collaboration, documentId: string) {
  const services = useServices();
  const [lines, setLines] = useState<readonly FlowReplayLine[]>([]);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const own = new AbortController();
    async function run(): Promise<void> {
      const { organizationId } = collaboration;
      const answer = streamLines(services, {
        endpoint: replayFlowDocument,
        params: { id: organizationId, documentId },
        organizationId,
        body: {},
        signal: own.signal,
        line: flowReplayLine,
      });
      for await (const line of answer) setLines((now) => [...now, line]);
    }
    run().catch((thrown: unknown) => {
      if (!own.signal.aborted) setFailure(toApiError(thrown).message);
    });
    return () => own.abort();
  }, [services, collaboration, documentId]);
  return { lines, failure };
}

function Content({ collaboration, documentId }: { collaboration: Collaboration; documentId: string }) {
  const { lines, failure } = useReplay(collaboration, documentId);
  const { count } = useFormats();
  const last = lines.at(-1);
  const overlay = last?.line === 'end' || last?.line === 'error' || failure !== undefined;
  const asked = lines.filter((line) => line.line === 'step' && line.verdict !== 'applied');
  return (
    <>
      <p className={css.quiet}>
        Every question of the log is asked again, each at its block and version of the directory, and the
        answers are compared. Nothing is changed.
      </p>
      <p role="status">
        {last?.line === 'end' && (
          <b>
            {last.equal
              ? 'The replayed canvas is the same, to the byte.'
              : 'The replayed canvas is another one.'}
          </b>
        )}
        {last?.line === 'end' &&
          ` ${count(last.same)} the same, ${count(last.differs)} differ, ${count(last.impossible)} could not be asked, ${count(last.applied)} ask nothing.`}
        {(failure ?? (last?.line === 'error' ? last.message : null)) && (
          <>It stopped: {failure ?? (last?.line === 'error' ? last.message : '')}</>
        )}
      </p>
      {!overlay && <HopLoader text="Asking again..." />}
      <ul aria-label="Steps asked again">
        {asked.map((line) =>
          line.line === 'step' ? (
            <li key={line.sequence} className={css.item}>
              <div>
                <b>
                  {line.sequence}. {line.title}
                </b>
                <p className={css.quiet}>
                  {verdicts[line.verdict]}
                  {line.reasons.map(({ text }) => ` · ${text}`).join('')}
                  {line.differences.length > 0 &&
                    ` · ${count(line.differences.length + line.more)} records differ`}
                </p>
              </div>
            </li>
          ) : null,
        )}
      </ul>
    </>
  );
}

/** Asks the questions of a document again, and shows how each comes out. */
export function ReplayDialog({
  collaboration,
  open,
  onClose,
}: {
  collaboration: Collaboration;
  open: boolean;
  onClose: () => void;
}) {
  const documentId = useStore(collaboration, ({ details }) => details?._id);
  return (
    <Dialog title="Replay on the ledger" open={open} width={560} onClose={onClose}>
      {documentId !== undefined && <Content collaboration={collaboration} documentId={documentId} />}
    </Dialog>
  );
}

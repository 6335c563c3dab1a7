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
  same: 'Identical',
  differs: 'Differs',
  applied: 'No query',
  impossible: 'Cannot be replayed',
} as const;

/** Streams the results of a replay; unmounting also stops the server. */
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
        Repeats every query of the log at its original block and directory release and compares the answers.
        The canvas is not changed.
      </p>
      <p role="status">
        {last?.line === 'end' && (
          <b>
            {last.equal ? 'The replayed canvas is identical, byte for byte.' : 'The replayed canvas differs.'}
          </b>
        )}
        {last?.line === 'end' &&
          ` ${count(last.same)} identical, ${count(last.differs)} different, ${count(last.impossible)} cannot be replayed, ${count(last.applied)} without query.`}
        {(failure ?? (last?.line === 'error' ? last.message : null)) && (
          <>Replay failed: {failure ?? (last?.line === 'error' ? last.message : '')}</>
        )}
      </p>
      {!overlay && <HopLoader text="Replaying..." />}
      <ul aria-label="Replayed steps">
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
                    ` · ${count(line.differences.length + line.more)} different records`}
                </p>
              </div>
            </li>
          ) : null,
        )}
      </ul>
    </>
  );
}

/** Replays the queries of a document and shows the result of each. */
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
    <Dialog title="Replay" open={open} width={560} onClose={onClose}>
      {documentId !== undefined && <Content collaboration={collaboration} documentId={documentId} />}
    </Dialog>
  );
}

import { limits } from '@hopscope/canvas';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyFeedbackTime } from '../../../ui/button/CopyButton.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { noCollaboration } from '../model/collaboration.ts';
import { reasonOf } from '../model/document-labels.ts';
import { type CanvasRoute, nowhere } from '../model/view-state.ts';
import { type OpenCanvas, useCanvas } from './documents/use-canvas.ts';
import documents from './documents/Documents.module.css';
import css from './FlowTracePage.module.css';
import { Workspace } from './Workspace.tsx';

export interface FlowTracePageProps {
  route: CanvasRoute;
  /** Changes the URL; `replace` false adds a step for the browser's back button. */
  onRoute: (change: Partial<CanvasRoute>, replace?: boolean) => void;
  /** Button that opens the team's notes on an address. */
  teamNotes: (address: string) => ReactNode;
}

/** Disables tools for people who may not edit. */
function useLock({ store, collaboration }: OpenCanvas): void {
  const right = useStore(collaboration ?? noCollaboration, ({ details }) => details?.right ?? null);
  const ended = useStore(collaboration ?? noCollaboration, (state) => state.ended);
  useEffect(() => {
    const reason = ended ?? reasonOf(right);
    store.actions.set({
      locked: reason === null ? null : { reason, notes: ended === null && right === 'comment' },
    });
  }, [store, right, ended]);
}

function Canvas({ open, ...props }: FlowTracePageProps & { open: OpenCanvas }) {
  const { store, collaboration } = open;
  const status = useStore(store, (state) => state.status);
  const failure = useStore(store, (state) => state.failure);
  useLock(open);
  if (status === 'ready') {
    return (
      <CopyFeedbackTime value={limits.copyFeedbackTime}>
        <Workspace {...props} store={store} collaboration={collaboration} />
      </CopyFeedbackTime>
    );
  }
  return (
    <Waiting>
      {status === 'failed' ? (
        <>
          <ErrorState
            title={collaboration ? 'Failed to open this canvas' : 'Failed to open your canvas'}
            message={failure ?? ''}
            onRetry={() => void store.actions.load()}
          />
          {collaboration && (
            <Button onClick={() => props.onRoute({ ...nowhere }, false)}>Show your canvases</Button>
          )}
        </>
      ) : (
        <HopLoader text="Opening canvas..." />
      )}
    </Waiting>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <div className={css.page}>
      <div className={css.canvas}>
        <div className={css.overlay}>
          <div className={documents.centered}>{children}</div>
        </div>
      </div>
    </div>
  );
}

/** FlowTrace: the tracing canvas. */
export function FlowTracePage(props: FlowTracePageProps) {
  useDocumentTitle('FlowTrace');
  const open = useCanvas(props.route, props.onRoute);
  if (open) return <Canvas key={open.store.id} {...props} open={open} />;
  return (
    <Waiting>
      <HopLoader text="Opening canvas..." />
    </Waiting>
  );
}

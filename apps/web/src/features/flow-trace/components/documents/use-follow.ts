import { flowDocumentEndpoints } from '@hopscope/contract';
import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../../../../lib/services.ts';
import { followDocument } from '../../api/document-stream.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { type Collaboration, noCollaboration } from '../../model/collaboration.ts';
import { nobody, withCursor, without } from '../../model/document-presence.ts';

const { sendFlowCursor } = flowDocumentEndpoints;

/** Minimum time between cursor messages in milliseconds. */
const cursorMs = 100;
/** Maximum number of selected record IDs in a cursor message. */
const mostSelected = 20;

/** Follows changes of others to a document, and sends the own cursor while others are present. */
export function useFollow(
  store: CanvasStore,
  collaboration: Collaboration | null,
  documentId: string | undefined,
  stage: RefObject<HTMLElement | null>,
): void {
  const services = useServices();
  const ended = useStore(collaboration ?? noCollaboration, (state) => state.ended);

  useEffect(() => {
    if (!collaboration || documentId === undefined || ended !== null) return;
    const { organizationId, link, client } = collaboration;
    let point: { x: number; y: number } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reported = 0;

    function send(): void {
      reported = Date.now();
      timer = undefined;
      const selected = store.getState().tools.selection.slice(0, mostSelected);
      const body = { client, x: point?.x ?? null, y: point?.y ?? null, selected };
      const params = { id: organizationId, documentId: documentId ?? '' };
      // Cursors are outdated soon: no retry.
      services.api(sendFlowCursor, { params, body }, { flowLink: link }).catch(() => undefined);
    }
    function sendSoon(): void {
      if (timer === undefined) timer = setTimeout(send, Math.max(0, reported + cursorMs - Date.now()));
    }
    function sendCursor(): void {
      if (collaboration && collaboration.getState().others.size > 0) sendSoon();
    }

    let stop: (() => void) | undefined;
    function follow(): void {
      stop = followDocument({
        services,
        organizationId,
        documentId: documentId ?? '',
        link,
        client,
        after: () => store.getState().replica.sequence,
        // Announces the new tab to the others, which answer.
        onOpen: sendSoon,
        onSteps: store.actions.receive,
        onCursor(cursor) {
          const { others } = collaboration?.getState() ?? { others: nobody };
          collaboration?.setState({ others: withCursor(others, cursor) });
          if (!others.has(cursor.client)) sendSoon();
        },
        onLeft: (left) => collaboration?.setState(({ others }) => ({ others: without(others, left) })),
        onEnded: (reason) => collaboration?.setState({ ended: reason, others: nobody }),
        onLost: () => collaboration?.setState({ others: nobody }),
      });
    }
    // Browsers allow few connections: a hidden tab needs none.
    function turn(): void {
      stop?.();
      stop = undefined;
      if (document.visibilityState === 'visible') follow();
      else collaboration?.setState({ others: nobody });
    }
    turn();
    document.addEventListener('visibilitychange', turn);

    const own = stage.current;
    function move({ clientX, clientY }: PointerEvent): void {
      const box = own?.getBoundingClientRect();
      const { view } = store.getState().tools;
      point = {
        x: Math.round((clientX - (box?.left ?? 0) - view.x) / view.zoom),
        y: Math.round((clientY - (box?.top ?? 0) - view.y) / view.zoom),
      };
      sendCursor();
    }
    function leave(): void {
      point = null;
      sendCursor();
    }
    own?.addEventListener('pointermove', move);
    own?.addEventListener('pointerleave', leave);
    const unsubscribe = store.subscribe(({ tools }, before) => {
      if (tools.selection !== before.tools.selection) sendCursor();
    });
    return () => {
      stop?.();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
      own?.removeEventListener('pointermove', move);
      own?.removeEventListener('pointerleave', leave);
      unsubscribe();
    };
  }, [services, store, collaboration, documentId, stage, ended]);
}

import { flowDocumentEndpoints } from '@hopscope/contract';
import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../../../../lib/services.ts';
import { followDocument } from '../../api/document-stream.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { type Collaboration, noCollaboration } from '../../model/collaboration.ts';
import { nobody, withCursor, without } from '../../model/document-presence.ts';

const { sendFlowCursor } = flowDocumentEndpoints;

/** At most ten times a second. */
const cursorMs = 100;
/** Ids of chosen records that are told. */
const mostSelected = 20;

/** Follows what others do on a document, and tells them where one points while somebody is there. */
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
      // Where one points is of no use later: it is not tried again.
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
        // Who is there already hears of the new one, and answers.
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
    // Browsers allow few connections: a tab that nobody sees needs none.
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

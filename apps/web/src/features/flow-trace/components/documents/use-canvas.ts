import { useEffect, useRef, useState } from 'react';
import { useActiveOrganization } from '../../../../lib/organizations/use-organizations.ts';
import { useServices, useUser } from '../../../../lib/services.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { createDocumentCalls } from '../../api/document-calls.ts';
import { createLocalDocuments } from '../../api/local-documents.ts';
import { createServerDocuments } from '../../api/server-documents.ts';
import { createStepOutbox } from '../../api/step-outbox.ts';
import { type CanvasStore, createCanvasStore } from '../../model/canvas-store.ts';
import { createCollaboration, type Collaboration } from '../../model/collaboration.ts';
import { browserDocument, isNewDocument, newDocumentId } from '../../model/document-labels.ts';
import type { Documents } from '../../model/documents.ts';
import type { CanvasRoute } from '../../model/view-state.ts';

export interface OpenCanvas {
  readonly store: CanvasStore;
  /** null: the person is in no organization, and the canvas is stored in this browser. */
  readonly collaboration: Collaboration | null;
}

const seconds = (): number => Math.floor(Date.now() / 1000);
const rooms = new WeakMap<IDBFactory, ReturnType<typeof createStepOutbox>>();

/** Returns the outbox of this browser. */
export function outbox(): ReturnType<typeof createStepOutbox> {
  const room = rooms.get(indexedDB) ?? createStepOutbox(indexedDB);
  rooms.set(indexedDB, room);
  return room;
}

/** Returns the outbox key prefix of a person's steps in an organization. */
export const waitingOwner = (organizationId: string, userId: string): string => `${organizationId} ${userId}`;

/** Opens the canvas named in the URL; null until it is known where canvases are stored. */
export function useCanvas(
  { document, link }: CanvasRoute,
  onRoute: (change: Partial<CanvasRoute>) => void,
): OpenCanvas | null {
  const { _id: userId } = useUser();
  const { api } = useServices();
  const toast = useToast();
  const { organization, none } = useActiveOrganization();
  const organizationId = organization?._id;
  const latest = useRef({ onRoute });
  latest.current = { onRoute };

  function storeOf(documents: Documents, id: string): CanvasStore {
    return createCanvasStore({
      documents,
      id,
      author: userId,
      now: seconds,
      newId: () => crypto.randomUUID(),
      onRefused: (reason) => toast.error(reason),
    });
  }

  function begin(): OpenCanvas | null {
    if (organizationId === undefined && !none) return null;
    if (organizationId === undefined || document === browserDocument) {
      return { store: storeOf(createLocalDocuments(indexedDB), `user ${userId}`), collaboration: null };
    }
    const id = document ?? newDocumentId(crypto.randomUUID());
    const collaboration = createCollaboration({
      organizationId,
      link,
      client: crypto.randomUUID(),
      name: id,
    });
    const documents = createServerDocuments({
      calls: createDocumentCalls(api, organizationId, link),
      room: outbox(),
      owner: waitingOwner(organizationId, userId),
      onOpen: (details) => collaboration.setState({ details }),
      onMade(info) {
        collaboration.names.add(info._id);
        collaboration.setState({ details: { ...info, snapshots: [], shares: [], links: [] } });
        latest.current.onRoute({ document: info._id });
      },
    });
    return { store: storeOf(documents, id), collaboration };
  }

  const key = JSON.stringify([userId, organizationId, none, link]);
  const [open, setOpen] = useState(begin);
  const [seen, setSeen] = useState({ key, document });
  if (seen.key !== key || seen.document !== document) {
    setSeen({ key, document });
    const same = seen.key === key && document !== undefined && open?.collaboration?.names.has(document);
    const local = seen.key === key && open?.collaboration === null && organizationId === undefined;
    if (!same && !local) setOpen(begin());
  }

  useEffect(() => {
    if (!open) return undefined;
    const { store, collaboration } = open;
    void store.actions.load();
    // Unsent steps are sent as soon as the network is back.
    const again = (): void => void store.actions.save();
    window.addEventListener('online', again);
    const leave = store.subscribe(({ replica }, before) => {
      if (!collaboration || replica.pending.length === 0 || before.replica.pending.length > 0) return;
      // A new canvas gets its name with its first step, so that a reload finds it.
      const [name] = collaboration.names;
      if (name !== undefined && isNewDocument(name) && collaboration.names.size === 1)
        latest.current.onRoute({ document: name });
    });
    return () => {
      window.removeEventListener('online', again);
      leave();
    };
  }, [open]);
  return open;
}

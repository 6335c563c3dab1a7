import type { FlowDocumentDescription, FlowDocumentInfo } from '@hopscope/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { nobody, type Others } from './document-presence.ts';

export type DocumentDetails = FlowDocumentInfo &
  Pick<FlowDocumentDescription, 'snapshots' | 'shares' | 'links'>;

/** State of a document besides its content. */
export interface CollaborationState {
  /** null: a new canvas without a document on the server. */
  readonly details: DocumentDetails | null;
  /** Other people who have it open. */
  readonly others: Others;
  /** Why synchronization with the server ended; null: it hasn't. */
  readonly ended: string | null;
}

export interface Collaboration extends StoreApi<CollaborationState> {
  readonly organizationId: string;
  readonly link: string | undefined;
  /** ID of this tab among all that have the document open. */
  readonly client: string;
  /** IDs that name this canvas in the URL. */
  readonly names: Set<string>;
  /** Updates changed details. */
  readonly change: (fields: Partial<DocumentDetails>) => void;
}

const nothingKnown: CollaborationState = { details: null, others: nobody, ended: null };
/** State of canvases stored only in this browser. */
export const noCollaboration: StoreApi<CollaborationState> = createStore<CollaborationState>(
  () => nothingKnown,
);

export function createCollaboration(deps: {
  organizationId: string;
  link: string | undefined;
  client: string;
  name: string;
}): Collaboration {
  const store = createStore<CollaborationState>(() => nothingKnown);
  return {
    ...store,
    organizationId: deps.organizationId,
    link: deps.link,
    client: deps.client,
    names: new Set([deps.name]),
    change(fields) {
      const { details } = store.getState();
      if (details) store.setState({ details: { ...details, ...fields } });
    },
  };
}

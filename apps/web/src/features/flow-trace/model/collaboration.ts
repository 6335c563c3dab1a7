import type { FlowDocumentInfo, OpenFlowDocument } from '@hopscope/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { nobody, type Others } from './document-presence.ts';

export type DocumentDetails = FlowDocumentInfo & Pick<OpenFlowDocument, 'snapshots' | 'shares' | 'links'>;

/** What is known of a document besides what is drawn. */
export interface CollaborationState {
  /** Null: the canvas is new, the server has no document of it yet. */
  readonly details: DocumentDetails | null;
  /** Others who have it open. */
  readonly others: Others;
  /** Why it is no longer kept in step with the server; null: it is. */
  readonly ended: string | null;
}

export interface Collaboration extends StoreApi<CollaborationState> {
  readonly organizationId: string;
  readonly link: string | undefined;
  /** Of this tab among all that have the document open. */
  readonly client: string;
  /** Ids by which the address bar names this canvas. */
  readonly names: Set<string>;
  /** Sets what has changed of the details. */
  readonly change: (fields: Partial<DocumentDetails>) => void;
}

const nothingKnown: CollaborationState = { details: null, others: nobody, ended: null };
/** Of canvases that are in this browser alone. */
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

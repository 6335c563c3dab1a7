import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  apply,
  type CanvasDocument,
  type CanvasRecord,
  documentDigest,
  documentOf,
  documentText,
  emptyDocument,
} from '@hopscope/canvas';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { createLru } from '../../../lib/lru.ts';
import { insertState, readState, readSteps } from './flow-steps.store.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** Most steps to apply when a document is opened. */
const stepsBetweenStates = 200;
/** Steps read per query. */
const stepsAtOnce = 100;
/** Documents whose newest state is cached. */
const remembered = 20;

export interface DocumentState {
  readonly sequence: number;
  readonly document: CanvasDocument;
}

/** Computes documents after a step, from the nearest stored state and the steps since. */
export function createDocumentStates() {
  /** Newest states, the most recently used last. */
  const newest = createLru<string, DocumentState>({ most: remembered });
  const digests = new WeakMap<CanvasDocument, string>();

  function remember(documentId: string, state: DocumentState): void {
    const known = newest.get(documentId);
    newest.set(documentId, known && known.sequence > state.sequence ? known : state);
  }

  async function nearest(db: Kysely<Schema>, documentId: string, sequence: number): Promise<DocumentState> {
    const known = newest.get(documentId);
    const stored = await readState(db, documentId, sequence);
    if (known && known.sequence <= sequence && known.sequence >= (stored?.sequence ?? 0)) return known;
    if (!stored) return { sequence: 0, document: emptyDocument };
    // Steps were validated when they were received.
    const records = JSON.parse((await unpack(stored.records)).toString('utf8')) as CanvasRecord[];
    return { sequence: stored.sequence, document: documentOf(records, emptyDocument) };
  }

  /** Returns the document after its step `sequence`, which has to exist (0: empty). */
  async function at(db: Kysely<Schema>, documentId: string, sequence: number): Promise<DocumentState> {
    let state = await nearest(db, documentId, sequence);
    while (state.sequence < sequence) {
      const steps = await readSteps(db, documentId, {
        after: state.sequence,
        to: sequence,
        limit: stepsAtOnce,
      });
      if (steps.length === 0) throw new Error(`Step ${state.sequence + 1} of ${documentId} is missing`);
      for (const { sequence: number, step } of steps) {
        if (number !== state.sequence + 1) throw new Error(`Steps of ${documentId} have a gap at ${number}`);
        state = { sequence: number, document: apply(state.document, step).document };
      }
    }
    return state;
  }

  return {
    at,
    remember,

    /** Returns `documentDigest`, computed once per version. */
    digestOf({ document }: DocumentState): string {
      const known = digests.get(document) ?? documentDigest(document);
      digests.set(document, known);
      return known;
    },

    /** Stores the state if enough steps have followed the last stored one. */
    async keep(trx: Kysely<Schema>, documentId: string, state: DocumentState): Promise<void> {
      const stored = await readState(trx, documentId, state.sequence);
      if (state.sequence - (stored?.sequence ?? 0) < stepsBetweenStates) return;
      const packed = await pack(documentText(state.document));
      await insertState(trx, documentId, { sequence: state.sequence, records: packed });
    },

    forget(documentId: string): void {
      newest.delete(documentId);
    },
  };
}

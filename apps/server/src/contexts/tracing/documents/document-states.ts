import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import {
  apply,
  type CanvasDocument,
  type CanvasRecord,
  documentTextParts,
  emptyDocument,
  storedDocument,
} from '@hopscope/canvas';
import { flowDocumentLimits } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { createLru } from '../../../lib/lru.ts';
import { findState, insertState, readStateRecords, readSteps } from './flow-steps.store.ts';

const unpack = promisify(gunzip);

/** Steps between stored states. */
const stepsBetweenStates = 100;
/** Latest steps that a client loads, so that they can be undone, unless they are large. */
const stepsToUndo = 50;
/** Most steps, and bytes of steps, that a client loads beside a stored state. */
const mostToLoad = { steps: flowDocumentLimits.steps, bytes: 16 * 1024 * 1024 } as const;
/** Steps read per query. */
const stepsAtOnce = 100;
/** Documents whose newest state is cached, and their records in total: some 800 bytes each. */
const remembered = { most: 20, mostWeight: 600_000 } as const;

export interface DocumentState {
  readonly sequence: number;
  readonly document: CanvasDocument;
}

/** Longer than the server takes for a step of a large import: storing states meanwhile would make it slower still. */
const pauseMs = 10_000;

/** Lets other requests run before the next part. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Hashes the text of a document, and compresses it if asked to, in steps: other work goes on in between. */
async function written(
  document: CanvasDocument,
  packing: boolean,
): Promise<{ digest: string; records: Buffer }> {
  const hash = createHash('sha256');
  const gzip = createGzip({ level: 3 });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  for (const part of documentTextParts(document)) {
    const bytes = Buffer.from(part);
    hash.update(bytes);
    if (packing && !gzip.write(bytes)) await once(gzip, 'drain');
    await turn();
  }
  gzip.end();
  await once(gzip, 'end');
  return { digest: hash.digest('hex'), records: Buffer.concat(packed) };
}

/** Computes documents after a step, from the nearest stored state and the steps since. */
export function createDocumentStates() {
  /** Newest states, the most recently used last. */
  const newest = createLru<string, DocumentState>({
    ...remembered,
    weightOf: ({ document }) => document.records.size,
  });
  /** States that are being stored, by document and step. */
  const storing = new Map<string, Promise<number>>();
  /** Documents to which steps were added a moment ago. */
  const pausing = new Map<string, NodeJS.Timeout>();
  const digests = new WeakMap<CanvasDocument, Promise<string>>();

  function remember(documentId: string, state: DocumentState): void {
    const known = newest.get(documentId);
    newest.set(documentId, known && known.sequence > state.sequence ? known : state);
  }

  async function nearest(db: Kysely<Schema>, documentId: string, sequence: number): Promise<DocumentState> {
    const known = newest.get(documentId);
    const stored = await findState(db, documentId, sequence);
    if (known && known.sequence <= sequence && known.sequence >= (stored?.sequence ?? 0)) return known;
    const packed = stored && (await readStateRecords(db, documentId, stored.sequence));
    if (!packed) return { sequence: 0, document: emptyDocument };
    // Steps were validated when they were received.
    const records = JSON.parse((await unpack(packed)).toString('utf8')) as CanvasRecord[];
    return { sequence: stored.sequence, document: storedDocument(records) };
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

  async function store(
    db: Kysely<Schema>,
    documentId: string,
    { sequence, document }: DocumentState,
    bytes: bigint,
  ): Promise<void> {
    await insertState(db, documentId, { sequence, bytes, ...(await written(document, true)) });
  }

  async function base(
    db: Kysely<Schema>,
    documentId: string,
    { sequence, bytes }: { sequence: number; bytes: bigint },
  ): Promise<number> {
    for (const before of [sequence - stepsToUndo, sequence]) {
      const stored = await findState(db, documentId, before);
      const [start, known] = [stored?.sequence ?? 0, stored?.bytes ?? 0n];
      if (sequence - start <= mostToLoad.steps && bytes - known <= mostToLoad.bytes) return start;
    }
    const key = `${documentId} ${sequence}`;
    const known = storing.get(key);
    if (known) return known;
    const making = (async () => {
      const state = await at(db, documentId, sequence);
      await store(db, documentId, state, bytes);
      remember(documentId, state);
      return sequence;
    })().finally(() => storing.delete(key));
    storing.set(key, making);
    return making;
  }

  return {
    at,
    remember,

    /** Returns `documentDigest`, computed once per version. */
    digestOf({ document }: DocumentState): Promise<string> {
      const known = digests.get(document) ?? written(document, false).then(({ digest }) => digest);
      digests.set(document, known);
      return known;
    },

    /** Stores the state if enough steps have followed the last stored one. */
    async keep(trx: Kysely<Schema>, documentId: string, state: DocumentState, bytes: bigint): Promise<void> {
      const stored = await findState(trx, documentId, state.sequence);
      if (state.sequence - (stored?.sequence ?? 0) >= stepsBetweenStates)
        await store(trx, documentId, state, bytes);
    },

    /**
     * Returns the number of the step whose stored state a client loads (0: none), before it loads the steps since: so early
     * that the latest actions can be undone, unless these steps are large. Stores the current state if all are too large.
     * `bytes`: of all steps.
     */
    base,

    /** Calls `base` when no steps have come for a moment, so that the next opening doesn't wait for it. */
    baseSoon(
      db: Kysely<Schema>,
      documentId: string,
      read: () => Promise<{ sequence: number; bytes: bigint } | undefined>,
    ): void {
      clearTimeout(pausing.get(documentId));
      const timer = setTimeout(() => {
        pausing.delete(documentId);
        // If it fails, opening the document does it.
        read()
          .then((row) => row && base(db, documentId, row))
          .catch(() => undefined);
      }, pauseMs);
      pausing.set(documentId, timer.unref());
    },

    /** Returns the records of a version as the gzip of their canonical JSON. */
    async records(db: Kysely<Schema>, documentId: string, sequence: number): Promise<Buffer> {
      const stored = await readStateRecords(db, documentId, sequence);
      return stored ?? (await written((await at(db, documentId, sequence)).document, true)).records;
    },

    forget(documentId: string): void {
      newest.delete(documentId);
    },
  };
}

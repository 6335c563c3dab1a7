import { apply, emptyDocument, type OrderedStep, type Step } from '@hopscope/canvas';
import { type FlowDocumentInfo, flowDocumentLimits, type FlowDocumentDescription } from '@hopscope/contract';
import { ApiError } from '../../../lib/api/api-error.ts';
import { isNewDocument, titleOfSteps } from '../model/document-labels.ts';
import { type Documents, StepsRefused } from '../model/documents.ts';
import type { StepOutbox } from '../model/step-outbox.ts';
import type { DocumentCalls } from './document-calls.ts';

export interface ServerDocumentsDeps {
  readonly calls: DocumentCalls;
  readonly room: StepOutbox;
  /** Owner of waiting steps: prefix of their keys in the outbox. */
  readonly owner: string;
  readonly onOpen: (document: Omit<FlowDocumentDescription, 'base'>) => void;
  /** Called when the server has created the document of a new canvas. */
  readonly onMade: (document: FlowDocumentInfo) => void;
}

/** Maximum characters of steps per call, well below the server's limit. */
const mostCharacters = 8_000_000;

/** Error codes that a retry can't fix. */
const forGood: readonly string[] = [
  'bad_request',
  'validation_failed',
  'forbidden',
  'not_found',
  'gone',
  'conflict',
  'payload_too_large',
];
export const refusedForGood = (thrown: unknown): thrown is ApiError =>
  thrown instanceof ApiError && forGood.includes(thrown.code);

/** Returns leading steps that fit into one call, at least one. */
function portion(steps: readonly Step[]): readonly Step[] {
  let characters = 0;
  let changes = 0;
  const end = steps.slice(0, flowDocumentLimits.steps).findIndex((step) => {
    characters += JSON.stringify(step).length;
    changes += step.changes.length;
    return characters > mostCharacters || changes > flowDocumentLimits.changes;
  });
  return steps.slice(0, end < 0 ? flowDocumentLimits.steps : Math.max(1, end));
}

/**
 * Documents on the server. Steps wait in the browser until the server has them: they survive a reload, the end of a session, and
 * an unreachable server. The server knows them by ID, so none is applied twice. A new canvas becomes a document with its first
 * step.
 */
export function createServerDocuments(deps: ServerDocumentsDeps): Documents {
  const { calls, room, owner, onOpen, onMade } = deps;
  /** Documents created from new canvases. */
  const made = new Map<string, string>();
  const keyOf = (id: string): string => `${owner} ${id}`;

  /** Reads the steps after `sequence`. */
  async function stepsAfter(id: string, sequence: number): Promise<OrderedStep[]> {
    const all: OrderedStep[] = [];
    for (;;) {
      const after = sequence + all.length;
      const { sequence: last, steps } = await calls.steps(id, after);
      all.push(...steps);
      if (steps.length === 0 || after + steps.length >= last) return all;
    }
  }

  async function open(id: string) {
    const waiting = await room.steps(keyOf(id)).catch(() => []);
    if (isNewDocument(id)) {
      return waiting.length === 0 ? null : { base: emptyDocument, sequence: 0, steps: [], waiting };
    }
    const { base: sequence, ...info } = await calls.describe(id);
    const [base, steps] = await Promise.all([
      sequence === 0 ? emptyDocument : calls.version(id, sequence),
      stepsAfter(id, sequence),
    ]);
    // An action whose first step isn't loaded can't be undone as a whole: its steps belong to the base.
    const known = new Set(steps.map(({ step }) => step.id));
    const end =
      1 + steps.findLastIndex(({ step }) => step.continues !== undefined && !known.has(step.continues));
    const start = steps.slice(0, end).reduce((document, { step }) => apply(document, step).document, base);
    onOpen(info);
    return { base: start, sequence: sequence + end, steps: steps.slice(end), waiting };
  }

  /** Returns the ID of the document on the server; creates the document for a new canvas. */
  async function placeOf(id: string, steps: readonly Step[]): Promise<string> {
    const known = isNewDocument(id) ? made.get(id) : id;
    if (known !== undefined) return known;
    const document = await calls.make(titleOfSteps(steps));
    made.set(id, document._id);
    await room.put(keyOf(document._id), await room.steps(keyOf(id))).catch(() => undefined);
    onMade(document);
    return document._id;
  }

  async function forget(id: string, ids: readonly string[]): Promise<void> {
    const place = made.get(id);
    const keys = place === undefined ? [keyOf(id)] : [keyOf(id), keyOf(place)];
    for (const key of keys) await room.remove(key, ids).catch(() => undefined);
  }

  async function send(id: string, place: string, since: number, steps: readonly Step[]) {
    try {
      const ordered = await calls.append(place, since, steps);
      await forget(
        id,
        steps.map((step) => step.id),
      );
      return ordered;
    } catch (thrown) {
      if (!refusedForGood(thrown)) throw thrown;
      // A refused call changes nothing. Sending the first step alone finds the refused one.
      const [first] = steps;
      const all = thrown.code === 'not_found' || thrown.code === 'gone';
      if (steps.length > 1 && first && !all) return send(id, place, since, [first]);
      const ids = steps.map((step) => step.id);
      await forget(id, ids);
      throw new StepsRefused(thrown.message, ids);
    }
  }

  return {
    open,
    async append(id, since, steps) {
      const place = await placeOf(id, steps);
      return send(id, place, since, portion(steps));
    },
    forget,
    // The server keeps its own log.
    compact: async () => undefined,
    async keep(id, steps) {
      // Steps are sent even if the browser can't store them.
      await room.put(keyOf(made.get(id) ?? id), steps).catch(() => undefined);
    },
  };
}

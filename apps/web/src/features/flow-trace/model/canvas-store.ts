import {
  applyToolEvent,
  canRedo,
  canUndo,
  type CanvasDocument,
  createReplica,
  type Draft,
  emptyDocument,
  getRecord,
  type OrderedStep,
  perform,
  propose,
  receive,
  redo,
  type Replica,
  sameDocument,
  sendable,
  startTools,
  type Step,
  type StepLimits,
  type ToolEvent,
  type ToolState,
  undo,
  type Intent,
  withdraw,
} from '@hopscope/canvas';
import { flowDocumentLimits } from '@hopscope/contract';
import { plainNumbers } from '@hopscope/domain';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Documents, StepsRefused } from './documents.ts';
import type { RenderModel } from './render-model.ts';
import { createDrawn } from './to-render-model.ts';

export type Saved =
  | { readonly state: 'new' }
  | { readonly state: 'saving' }
  | { readonly state: 'saved'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: string };

/** Share of the traced money on each connection. */
export interface Overlay {
  /** Parts per million by connection ID. */
  readonly shares: ReadonlyMap<string, number>;
}

export interface CanvasState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Reason why loading failed. */
  readonly failure: string | null;
  readonly replica: Replica;
  /** Tool, view, selection, and current interaction. */
  readonly tools: ToolState;
  readonly edgeColor: string | null;
  readonly aggregated: boolean;
  /** Seconds since 1970: later transfers are hidden; null: all are shown. */
  readonly time: number | null;
  readonly overlay: Overlay | null;
  /** IDs of services whose addresses are shown one by one; null: those of all services are. */
  readonly unfolded: ReadonlySet<string> | null;
  /** Document with the part of an answer received so far; null: none. */
  readonly draft: CanvasDocument | null;
  /** All known steps, in order. */
  readonly log: readonly Step[];
  readonly saved: Saved;
  /** An earlier version shown instead; read-only. */
  readonly preview: CanvasDocument | null;
  /** Why the document is read-only, or read-only except for notes; null: it is editable. */
  readonly locked: Locked | null;
  /** Steps that the server rejected permanently; null: none. */
  readonly refused: Refused | null;
}

export interface Locked {
  readonly reason: string;
  /** Notes can still be written. */
  readonly notes: boolean;
}

export interface Refused {
  readonly reason: string;
  /** Number of steps. */
  readonly steps: number;
  /** The document including them. */
  readonly document: CanvasDocument;
}

interface EditAction extends Draft {
  readonly query?: Step['query'];
  readonly basis?: Step['basis'];
}

export interface CanvasActions {
  /**
   * Applies an action that can be undone. A query is logged even if its answer changed nothing; other actions without effect are
   * not. Returns whether it is allowed; if not, `onRefused` was called with the reason.
   */
  act: (doing: EditAction) => boolean;
  undo: () => void;
  redo: () => void;
  /** Handles a pointer or key event; returns a requested action that doesn't change the document. */
  dispatch: (event: ToolEvent) => Intent | null;
  /** Selects one node, or nothing. */
  choose: (id: string | null) => void;
  resize: (width: number, height: number) => void;
  set: (
    fields: Partial<
      Pick<
        CanvasState,
        'edgeColor' | 'aggregated' | 'time' | 'overlay' | 'unfolded' | 'draft' | 'locked' | 'refused'
      >
    >,
  ) => void;
  /** Shows another document instead; null: the current one again. */
  look: (document: CanvasDocument | null) => void;
  /** Applies steps of others. */
  receive: (steps: readonly OrderedStep[]) => void;
  load: () => Promise<void>;
  /** Saves unsaved steps. */
  save: () => Promise<void>;
}

export interface CanvasStore extends StoreApi<CanvasState> {
  /** Unique ID of this opened canvas among the stores of a page. */
  readonly id: string;
  readonly actions: CanvasActions;
  readonly renderModel: (state: CanvasState) => RenderModel;
  /** Returns the size of the canvas in pixels. */
  readonly size: () => { readonly width: number; readonly height: number };
}

export interface CanvasDeps {
  readonly documents: Documents;
  readonly id: string;
  readonly author: string;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Called with the reason when an action isn't allowed. */
  readonly onRefused?: (reason: string) => void;
}

/** Well below what the server takes in one call, also with text of three bytes for each character. */
const stepLimits: StepLimits = { changes: 10_000, characters: 4_000_000 };
const { records: mostRecords } = flowDocumentLimits;
/** Maximum number of steps stored individually; more are compacted into the resulting document. */
const mostSteps = 2000;
/** Delay before a failed save is retried, in milliseconds. */
const againMs = 5000;

type WithReplica = Pick<CanvasState, 'replica'>;

/** Returns what is shown: the document, or an earlier version. */
export const documentOfState = ({ replica, preview }: WithReplica & Partial<Pick<CanvasState, 'preview'>>) =>
  preview ?? replica.view.document;
export const mayUndo = ({ replica }: WithReplica): boolean => canUndo(replica.view.history);
export const mayRedo = ({ replica }: WithReplica): boolean => canRedo(replica.view.history);

/** Creates the state of a person's canvas: its document with history, selection, and view. */
export function createCanvasStore(deps: CanvasDeps): CanvasStore {
  const { documents, id, author, now, newId } = deps;
  const store = createStore<CanvasState>(() => ({
    status: 'loading',
    failure: null,
    replica: createReplica(emptyDocument, 0, author),
    tools: startTools(),
    edgeColor: null,
    aggregated: true,
    time: null,
    overlay: null,
    unfolded: new Set(),
    draft: null,
    log: [],
    saved: { state: 'new' },
    preview: null,
    locked: null,
    refused: null,
  }));
  const { getState, setState } = store;
  const drawn = createDrawn();
  const drawnOf = (state: CanvasState) =>
    drawn(state.preview ?? state.draft ?? documentOfState(state), state);
  const stamp = () => ({ id: newId(), time: now() });
  let saving: Promise<void> | undefined;
  let stored = 0;
  let trying: ReturnType<typeof setTimeout> | undefined;
  let size = { width: 0, height: 0 };

  function setReplica(replica: Replica): void {
    const before = getState().replica;
    if (replica === before) return;
    const { document } = replica.view;
    const { tools } = getState();
    const selection = tools.selection.filter((each) => getRecord(document, each) !== undefined);
    const focus = tools.focus !== null && getRecord(document, tools.focus) ? tools.focus : null;
    const fresh = replica.pending.slice(before.pending.length);
    setState({ replica, log: [...getState().log, ...fresh], tools: { ...tools, selection, focus } });
    void documents.keep?.(id, fresh);
    void actions.save();
  }

  async function append(): Promise<void> {
    for (;;) {
      const { replica } = getState();
      const steps = sendable(replica);
      if (steps.length === 0) return;
      setState({ saved: { state: 'saving' } });
      try {
        take(await documents.append(id, replica.sequence, steps));
      } catch (thrown) {
        if (!(thrown instanceof StepsRefused)) throw thrown;
        undoRefused(thrown);
        continue;
      }
      const { sequence, confirmed } = getState().replica;
      if (sequence - stored > mostSteps) {
        await documents.compact(id, confirmed.document, sequence);
        stored = sequence;
      }
      setState({ saved: { state: 'saved', at: now() } });
    }
  }

  /** Adds steps of the server to the replica; those of others are added to the log. */
  function take(ordered: readonly OrderedStep[]): void {
    const { replica, log, tools } = getState();
    const next = receive(replica, ordered);
    if (next === replica) return;
    const known = new Set(log.map((step) => step.id));
    const others = ordered.filter(({ sequence, step }) => sequence <= next.sequence && !known.has(step.id));
    const { document } = next.view;
    const gone = (each: string): boolean => getRecord(document, each) === undefined;
    const selection = tools.selection.some(gone)
      ? tools.selection.filter((one) => !gone(one))
      : tools.selection;
    const focus = tools.focus !== null && gone(tools.focus) ? null : tools.focus;
    setState({
      replica: next,
      ...(others.length > 0 && { log: [...log, ...others.map(({ step }) => step)] }),
      ...((selection !== tools.selection || focus !== tools.focus) && {
        tools: { ...tools, selection, focus },
      }),
    });
  }

  function undoRefused({ ids: refusedIds, message }: StepsRefused): void {
    const { replica, refused, log } = getState();
    // An action is done as a whole, or not at all: its later parts go too, and its earlier ones are undone.
    const actionOf = ({ id: own, continues }: Step): string => continues ?? own;
    const actions = new Set(
      replica.pending.flatMap((step) => (refusedIds.includes(step.id) ? actionOf(step) : [])),
    );
    const ids = replica.pending.flatMap((step) => (actions.has(actionOf(step)) ? step.id : []));
    const steps = (refused?.steps ?? 0) + ids.length;
    const left = ids.reduce(withdraw, replica);
    setState({
      replica: left,
      log: log.filter((step) => !ids.includes(step.id)),
      refused: { reason: message, steps, document: refused?.document ?? replica.view.document },
    });
    void documents.forget?.(id, ids);
    const { done } = left.view.history;
    if (done && actions.has(done.entry.action)) setReplica(undo(left, stamp));
  }

  /** Returns why changes aren't allowed; null: they are. */
  function forbidden({ changes }: Pick<EditAction, 'changes'>): string | null {
    const { preview, locked } = getState();
    if (preview) return 'Earlier versions are read-only';
    if (!locked) return null;
    const notes = changes.every((one) => (one.change === 'set' ? one.kind : one.record.kind) === 'note');
    return locked.notes && notes ? null : locked.reason;
  }

  function allowed(doing: Pick<EditAction, 'changes'>): boolean {
    const reason = forbidden(doing);
    if (reason !== null) deps.onRefused?.(reason);
    return reason === null;
  }

  const actions: CanvasActions = {
    act(doing) {
      const { replica } = getState();
      if (!allowed(doing)) return false;
      const next = perform(replica, doing, { stamp, limits: stepLimits });
      const { size: records } = next.view.document.records;
      if (records > mostRecords && records > replica.view.document.records.size) {
        deps.onRefused?.(
          `A canvas can have at most ${plainNumbers.count(mostRecords)} records, and this would make it ${plainNumbers.count(records)}`,
        );
        return false;
      }
      const same =
        next.view.document === replica.view.document ||
        sameDocument(next.view.document, replica.view.document);
      // A step without changes is ignored, unless it records a query and its block.
      if (!same || doing.basis) setReplica(next);
      return true;
    },
    undo() {
      const next = undo(getState().replica, stamp);
      if (allowed(next.pending.at(-1) ?? { changes: [] })) setReplica(next);
    },
    redo() {
      const next = redo(getState().replica, stamp);
      if (allowed(next.pending.at(-1) ?? { changes: [] })) setReplica(next);
    },
    dispatch(event) {
      const state = getState();
      const { index, renderModel } = drawnOf(state);
      const world = {
        document: documentOfState(state),
        hits: index,
        ...size,
        newId,
        recordsIn: (hit: string) =>
          renderModel.edges.find(({ id: own }) => own === hit)?.connections ??
          renderModel.nodes.find(({ id: own }) => own === hit)?.members ?? [hit],
      };
      const { state: tools, draft, intent } = applyToolEvent(state.tools, event, world);
      if (tools !== state.tools) setState({ tools });
      if (draft) actions.act(draft);
      if (intent?.intent === 'undo') actions.undo();
      if (intent?.intent === 'redo') actions.redo();
      return intent;
    },
    choose(one) {
      const { tools } = getState();
      setState({ tools: { ...tools, selection: one === null ? [] : [one], focus: one } });
    },
    resize(width, height) {
      const { tools } = getState();
      const { x, y, zoom } = tools.view;
      // Keeps the center of the view.
      const view = { zoom, x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
      size = { width, height };
      setState({ tools: { ...tools, view } });
    },
    set: (fields) => setState(fields),
    look: (preview) => setState({ preview }),
    receive: take,
    async load() {
      try {
        const found = await documents.open(id);
        stored = found?.sequence ?? 0;
        const base = createReplica(found?.base ?? emptyDocument, stored, author);
        const ordered = found ? receive(base, found.steps) : base;
        const there = new Set(found?.steps.map(({ step }) => step.id));
        const waiting = found?.waiting?.filter((step) => !there.has(step.id)) ?? [];
        setState({
          status: 'ready',
          failure: null,
          replica: waiting.reduce(propose, ordered),
          log: [...(found?.steps.map(({ step }) => step) ?? []), ...waiting],
          ...(found && { saved: { state: 'saved', at: found.steps.at(-1)?.step.time ?? now() } }),
        });
        if (waiting.length > 0) void actions.save();
      } catch (thrown) {
        setState({ status: 'failed', failure: thrown instanceof Error ? thrown.message : String(thrown) });
      }
    },
    async save() {
      if (saving) return saving;
      saving = append()
        .catch((thrown: unknown) => {
          const reason = thrown instanceof Error ? thrown.message : String(thrown);
          setState({ saved: { state: 'failed', reason } });
          clearTimeout(trying);
          trying = setTimeout(() => void actions.save(), againMs);
        })
        .finally(() => {
          saving = undefined;
        });
      return saving;
    },
  };
  return {
    ...store,
    id: newId(),
    actions,
    renderModel: (state) => drawnOf(state).renderModel,
    size: () => size,
  };
}

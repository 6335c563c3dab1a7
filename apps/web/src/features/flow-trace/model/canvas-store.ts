import {
  applyToolEvent,
  canRedo,
  canUndo,
  type CanvasDocument,
  createReplica,
  createHitIndex,
  type Draft,
  emptyDocument,
  getRecord,
  type HitIndex,
  type OrderedStep,
  propose,
  receive,
  redo,
  type Replica,
  sameDocument,
  sendable,
  startTools,
  type Step,
  type ToolEvent,
  type ToolState,
  undo,
  type Intent,
  withdraw,
} from '@hopscope/canvas';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Documents, StepsRefused } from './documents.ts';
import type { RenderModel } from './render-model.ts';
import { toRenderModel } from './to-render-model.ts';

export type Saved =
  | { readonly state: 'new' }
  | { readonly state: 'saving' }
  | { readonly state: 'saved'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: string };

/** How much of the traced money went by each connection. */
export interface Overlay {
  /** Parts per million by id of the connection. */
  readonly shares: ReadonlyMap<string, number>;
}

export interface CanvasState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why nothing could be loaded. */
  readonly failure: string | null;
  readonly replica: Replica;
  /** Tool, view, what is chosen, and what the hand is at. */
  readonly tools: ToolState;
  readonly edgeColor: string | null;
  readonly aggregated: boolean;
  /** Seconds since 1970: what happened later is not shown; null: everything is. */
  readonly time: number | null;
  readonly overlay: Overlay | null;
  /** What an answer that is still coming would make of the document; null: none is. */
  readonly draft: CanvasDocument | null;
  /** All steps that are known, in order. */
  readonly log: readonly Step[];
  readonly saved: Saved;
  /** An earlier version that is shown instead; nothing can be done to it. */
  readonly preview: CanvasDocument | null;
  /** Why nothing can be done to the document, or nothing but notes; null: everything can. */
  readonly locked: Locked | null;
  /** What the server would not take, for good; null: it took everything. */
  readonly refused: Refused | null;
}

export interface Locked {
  readonly reason: string;
  /** Notes can be written all the same. */
  readonly notes: boolean;
}

export interface Refused {
  readonly reason: string;
  /** How many steps. */
  readonly steps: number;
  /** As it was with them. */
  readonly document: CanvasDocument;
}

interface EditAction extends Draft {
  readonly query?: Step['query'];
  readonly basis?: Step['basis'];
}

export interface CanvasActions {
  /**
   * Does something that can be undone; a question is kept though its answer changed nothing, anything else is not. Gives whether it may be
   * done: `onRefused` said why not.
   */
  act: (doing: EditAction) => boolean;
  undo: () => void;
  redo: () => void;
  /** What a pointer or key does; gives what somebody asked for that is no change of the document. */
  dispatch: (event: ToolEvent) => Intent | null;
  /** Chooses one node, or nothing. */
  choose: (id: string | null) => void;
  resize: (width: number, height: number) => void;
  set: (
    fields: Partial<
      Pick<CanvasState, 'edgeColor' | 'aggregated' | 'time' | 'overlay' | 'draft' | 'locked' | 'refused'>
    >,
  ) => void;
  /** Shows another document instead; null: the own one again. */
  look: (document: CanvasDocument | null) => void;
  /** Takes steps that came from elsewhere. */
  receive: (steps: readonly OrderedStep[]) => void;
  load: () => Promise<void>;
  /** Keeps what is not kept yet. */
  save: () => Promise<void>;
}

export interface CanvasStore extends StoreApi<CanvasState> {
  /** Of the canvas as it was opened: no two stores of a page have the same. */
  readonly id: string;
  readonly actions: CanvasActions;
  readonly renderModel: (state: CanvasState) => RenderModel;
  /** Of the canvas on the screen. */
  readonly size: () => { readonly width: number; readonly height: number };
}

export interface CanvasDeps {
  readonly documents: Documents;
  readonly id: string;
  readonly author: string;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Somebody tried what cannot be done to this document. */
  readonly onRefused?: (reason: string) => void;
}

/** Steps that are kept one by one; more of them are put together into the document that they lead to. */
const mostSteps = 2000;
/** When saving has failed, it is tried again after this time. */
const againMs = 5000;

type WithReplica = Pick<CanvasState, 'replica'>;

/** What is shown: the document, or an earlier version of it. */
export const documentOfState = ({ replica, preview }: WithReplica & Partial<Pick<CanvasState, 'preview'>>) =>
  preview ?? replica.view.document;
export const mayUndo = ({ replica }: WithReplica): boolean => canUndo(replica.view.history);
export const mayRedo = ({ replica }: WithReplica): boolean => canRedo(replica.view.history);

/** The canvas of one person: its document with history, what is chosen and how it is looked at. */
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
    draft: null,
    log: [],
    saved: { state: 'new' },
    preview: null,
    locked: null,
    refused: null,
  }));
  const { getState, setState } = store;
  const drawnOf = createDrawn();
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
        takeBack(thrown);
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

  /** The replica with steps of the server; those of others are new in the log. */
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

  function takeBack({ ids, message }: StepsRefused): void {
    const { replica, refused, log } = getState();
    const steps = (refused?.steps ?? 0) + ids.length;
    setState({
      replica: ids.reduce(withdraw, replica),
      log: log.filter((step) => !ids.includes(step.id)),
      refused: { reason: message, steps, document: refused?.document ?? replica.view.document },
    });
  }

  /** Why these changes cannot be made; null: they can. */
  function forbidden({ changes }: Pick<EditAction, 'changes'>): string | null {
    const { preview, locked } = getState();
    if (preview) return 'An earlier version can only be looked at';
    if (!locked) return documents.problemOf?.(changes) ?? null;
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
      const next = propose(replica, { id: newId(), author, time: now(), ...doing });
      const same =
        next.view.document === replica.view.document ||
        sameDocument(next.view.document, replica.view.document);
      // A step that changes nothing is none, unless it says what was asked of which block.
      if (!same || doing.basis) setReplica(next);
      return true;
    },
    undo() {
      const next = undo(getState().replica, { id: newId(), time: now() });
      if (allowed(next.pending.at(-1) ?? { changes: [] })) setReplica(next);
    },
    redo() {
      const next = redo(getState().replica, { id: newId(), time: now() });
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
        connectionsIn: (edge: string) =>
          renderModel.edges.find(({ id: own }) => own === edge)?.connections ?? [],
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
      // What was in the middle stays there.
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

interface Drawn {
  readonly renderModel: RenderModel;
  readonly index: HitIndex;
}

/** The picture of a state, and what finds things in it; made anew only when what it is made of is another. */
function createDrawn(): (state: CanvasState) => Drawn {
  let of: readonly unknown[] = [];
  let drawn: Drawn | undefined;
  return (state) => {
    const { aggregated, time, overlay, draft, preview } = state;
    const made = [preview ?? draft ?? documentOfState(state), aggregated, time, overlay] as const;
    if (drawn && made.every((each, i) => each === of[i])) return drawn;
    const renderModel = toRenderModel(made[0], { aggregated, time, shares: overlay?.shares ?? null });
    of = made;
    drawn = {
      renderModel,
      index: createHitIndex(renderModel.nodes, renderModel.edges, renderModel.drawings),
    };
    return drawn;
  };
}

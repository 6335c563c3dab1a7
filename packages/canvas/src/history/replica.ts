import type { Change, Step } from '@hopscope/contract/flow-document';
import { apply } from '../document/apply.ts';
import { invert } from '../document/changes.ts';
import type { CanvasDocument } from '../document/document.ts';
import { emptyHistory, type History, redoStep, remember, type Stamp, undoStep } from './history.ts';

interface State {
  readonly document: CanvasDocument;
  readonly history: History;
}

/** A document as one editor has it: what the server confirmed, and own steps on top that it has not confirmed yet. */
export interface Replica {
  /** After the step of the server's number `sequence`. */
  readonly confirmed: State;
  readonly sequence: number;
  readonly pending: readonly Step[];
  /** What is shown: confirmed with the pending steps applied again. */
  readonly view: State;
}

/** A step with its place in the server's order: 1, 2, 3 … in each document. */
export interface OrderedStep {
  readonly sequence: number;
  readonly step: Step;
}

export function createReplica(document: CanvasDocument, sequence: number, author: string): Replica {
  const state = { document, history: emptyHistory(author) };
  return { confirmed: state, sequence, pending: [], view: state };
}

function advance({ document, history }: State, step: Step): State {
  const applied = apply(document, step);
  return { document: applied.document, history: remember(history, step, applied.effective) };
}

/** An undo of a step that was reordered undoes its effect in the new order. */
function refreshed(step: Step, { history }: State): Step {
  const stack = step.undoes === undefined ? history.undone : history.done;
  const target = step.undoes ?? step.redoes;
  if (target === undefined || stack?.entry.step !== target) return step;
  return { ...step, changes: invert(stack.entry.effective) };
}

/** Limits of one step: changes, and characters of their JSON. */
export interface StepLimits {
  readonly changes: number;
  readonly characters: number;
}

/** Divides changes into lists within the limits; one that exceeds them on its own is a list of its own. */
function divided(changes: readonly Change[], { changes: most, characters }: StepLimits): Change[][] {
  const lists: Change[][] = [];
  let length = 0;
  for (const one of changes) {
    const own = JSON.stringify(one).length;
    const list = lists.at(-1);
    if (!list || list.length === most || length + own > characters) {
      lists.push([one]);
      length = own;
    } else {
      list.push(one);
      length += own;
    }
  }
  return lists;
}

/** So many changes are never too large for a step. */
const fewChanges = 1000;

/**
 * The replica with an action of its own at the end. An action whose changes, or whose undo, would exceed the limits of a step
 * becomes several: they do the same one after the other, and are undone together. `stamp` is called for each step.
 */
export function perform(
  replica: Replica,
  action: Omit<Step, 'id' | 'time' | 'author'>,
  { stamp, limits }: { stamp: () => Stamp; limits: StepLimits },
): Replica {
  const { author } = replica.view.history;
  const first = { ...stamp(), author, ...action };
  const applied = apply(replica.view.document, first);
  const few = Math.min(fewChanges, limits.changes);
  if (Math.max(action.changes.length, applied.effective.length) <= few) return propose(replica, first);
  // Effective changes name everything that they remove, so each part undoes only what it did.
  const [start = [], ...rest] = divided(applied.effective, limits);
  if (rest.length === 0) return propose(replica, { ...first, changes: start });
  return rest.reduce(
    (next, changes) =>
      propose(next, { ...stamp(), author, title: action.title, changes, continues: first.id }),
    propose(replica, { ...first, changes: start }),
  );
}

/** The replica with a step of its own at the end. */
export function propose(replica: Replica, step: Step): Replica {
  return { ...replica, pending: [...replica.pending, step], view: advance(replica.view, step) };
}

function rebased(confirmed: State, sequence: number, steps: readonly Step[]): Replica {
  let view = confirmed;
  const pending = steps.map((step) => {
    const fresh = refreshed(step, view);
    view = advance(view, fresh);
    return fresh;
  });
  return { confirmed, sequence, pending, view };
}

/**
 * Returns whether steps are the next own ones, as they were applied here. The server signs notes, and an undo may have met
 * steps of others after it was sent: these are applied again.
 */
function areNext(replica: Replica, steps: readonly Step[]): boolean {
  return steps.every(
    ({ id, changes, undoes, redoes }, i) =>
      replica.pending[i]?.id === id &&
      undoes === undefined &&
      redoes === undefined &&
      changes.every((one) => (one.change === 'set' ? one.kind : one.record.kind) !== 'note'),
  );
}

/**
 * Returns the replica after ascending steps of the server. Own steps are recognized by ID and leave `pending`; known steps
 * are skipped. Stops at a gap (`sequence` is the last applied step): the caller requests the missing steps.
 */
export function receive(replica: Replica, steps: readonly OrderedStep[]): Replica {
  let { confirmed, sequence } = replica;
  const taken: Step[] = [];
  for (const { sequence: number, step } of steps) {
    if (number <= sequence) continue;
    if (number !== sequence + 1) break;
    confirmed = advance(confirmed, step);
    sequence = number;
    taken.push(step);
  }
  if (sequence === replica.sequence) return replica;
  if (areNext(replica, taken)) {
    const pending = replica.pending.slice(taken.length);
    return { confirmed, sequence, pending, view: pending.length === 0 ? confirmed : replica.view };
  }
  const mine = new Set(taken.map(({ id }) => id));
  return rebased(
    confirmed,
    sequence,
    replica.pending.filter(({ id }) => !mine.has(id)),
  );
}

/** The replica without a pending step that the server refused for good. */
export function withdraw(replica: Replica, stepId: string): Replica {
  const rest = replica.pending.filter(({ id }) => id !== stepId);
  return rest.length === replica.pending.length
    ? replica
    : rebased(replica.confirmed, replica.sequence, rest);
}

/** Undoes the last own action with all its steps; returns the same replica if there is none. `stamp` is called for each step. */
export function undo(replica: Replica, stamp: () => Stamp): Replica {
  const action = replica.view.history.done?.entry.action;
  if (action === undefined) return replica;
  let next = replica;
  while (next.view.history.done?.entry.action === action) {
    const step = undoStep(next.view.history, stamp());
    if (!step) break;
    next = propose(next, step);
  }
  return next;
}

/** Redoes the last undone action with all its steps; returns the same replica if there is none. */
export function redo(replica: Replica, stamp: () => Stamp): Replica {
  const action = replica.view.history.undone?.entry.action;
  if (action === undefined) return replica;
  let next = replica;
  while (next.view.history.undone?.entry.action === action) {
    const step = redoStep(next.view.history, stamp());
    if (!step) break;
    next = propose(next, step);
  }
  return next;
}

/**
 * Returns the pending steps that can be sent now, in order. An undo waits until its step is confirmed, because only then its
 * effect is known.
 */
export function sendable(replica: Replica): readonly Step[] {
  const open = new Set<string>();
  for (const [at, step] of replica.pending.entries()) {
    const target = step.undoes ?? step.redoes;
    if (target !== undefined && open.has(target)) return replica.pending.slice(0, at);
    open.add(target ?? step.id);
  }
  return replica.pending;
}

import type { Step } from '@hopscope/contract/flow-document';
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
 * Returns the replica after ascending steps of the server. Own steps are recognized by ID and leave `pending`; known steps
 * are skipped. Stops at a gap (`sequence` is the last applied step): the caller requests the missing steps.
 */
export function receive(replica: Replica, steps: readonly OrderedStep[]): Replica {
  let { confirmed, sequence } = replica;
  const mine = new Set<string>();
  for (const { sequence: number, step } of steps) {
    if (number <= sequence) continue;
    if (number !== sequence + 1) break;
    confirmed = advance(confirmed, step);
    sequence = number;
    mine.add(step.id);
  }
  if (sequence === replica.sequence) return replica;
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

/** Undoes the last own action; returns the same replica if there is none. */
export function undo(replica: Replica, stamp: Stamp): Replica {
  const step = undoStep(replica.view.history, stamp);
  return step ? propose(replica, step) : replica;
}

/** Redoes the last undone action; returns the same replica if there is none. */
export function redo(replica: Replica, stamp: Stamp): Replica {
  const step = redoStep(replica.view.history, stamp);
  return step ? propose(replica, step) : replica;
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

import type { Change, Step } from '@hopscope/contract/flow-document';
import { invert } from '../document/changes.ts';

interface Entry {
  /** Id of the step that did it first. */
  readonly step: string;
  /** ID of the first step of its action: large actions have several. */
  readonly action: string;
  readonly title: string;
  /** What doing it, or taking it back, really changed last. */
  readonly effective: readonly Change[];
}

interface Stack {
  readonly entry: Entry;
  readonly below: Stack | null;
}

/** What one author can undo and do again. */
export interface History {
  readonly author: string;
  readonly done: Stack | null;
  readonly undone: Stack | null;
  /** How many actions are done: undo is possible above 0. Entries of one action follow each other. */
  readonly position: number;
  /** All actions: redo is possible while `position` is below. */
  readonly length: number;
}

export function emptyHistory(author: string): History {
  return { author, done: null, undone: null, position: 0, length: 0 };
}

/**
 * Returns the history after a step that changed `effective`. Ignores steps of others and steps without effect. A new action
 * discards undone ones. Only the last action can be undone: a step that undoes another one (from a second window) changes
 * nothing.
 */
export function remember(
  history: History,
  step: Pick<Step, 'id' | 'author' | 'title' | 'undoes' | 'redoes' | 'continues'>,
  effective: readonly Change[],
): History {
  const { author, done, undone, position, length } = history;
  if (step.author !== author) return history;
  if (step.undoes !== undefined) {
    if (done?.entry.step !== step.undoes) return history;
    const entry = { ...done.entry, effective };
    const further = done.below?.entry.action === entry.action ? 0 : 1;
    return {
      author,
      done: done.below,
      undone: { entry, below: undone },
      position: position - further,
      length,
    };
  }
  if (step.redoes !== undefined) {
    if (undone?.entry.step !== step.redoes) return history;
    const entry = { ...undone.entry, effective };
    const further = done?.entry.action === entry.action ? 0 : 1;
    return {
      author,
      done: { entry, below: done },
      undone: undone.below,
      position: position + further,
      length,
    };
  }
  if (effective.length === 0) return history;
  const action = step.continues ?? step.id;
  const entry = { step: step.id, action, title: step.title, effective };
  const now = position + (done?.entry.action === action ? 0 : 1);
  return { author, done: { entry, below: done }, undone: null, position: now, length: now };
}

export const canUndo = (history: History): boolean => history.position > 0;
export const canRedo = (history: History): boolean => history.position < history.length;

/** Titles of what undo and redo would do next; null: nothing. */
export function nextTitles(history: History): { undo: string | null; redo: string | null } {
  return { undo: history.done?.entry.title ?? null, redo: history.undone?.entry.title ?? null };
}

export interface Stamp {
  /** ID of the new step. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/** Returns the step that undoes the author's last action; null if there is none. */
export function undoStep(history: History, stamp: Stamp): Step | null {
  const entry = history.done?.entry;
  if (!entry) return null;
  const title = `Undo: ${entry.title}`.slice(0, 200);
  return { ...stamp, author: history.author, title, changes: invert(entry.effective), undoes: entry.step };
}

/** The step that does the author's last undone action again; null at the end. */
export function redoStep(history: History, stamp: Stamp): Step | null {
  const entry = history.undone?.entry;
  if (!entry) return null;
  const title = `Redo: ${entry.title}`.slice(0, 200);
  return { ...stamp, author: history.author, title, changes: invert(entry.effective), redoes: entry.step };
}

import type { CanvasDocument, OrderedStep, Step } from '@hopscope/canvas';

/** A document at `sequence`, and the steps since. */
export interface StoredDocument {
  readonly base: CanvasDocument;
  readonly sequence: number;
  readonly steps: readonly OrderedStep[];
  /** Earlier steps of this person that couldn't be appended yet. */
  readonly waiting?: readonly Step[];
}

/** Storage of documents. It assigns the order of steps and returns them with it. */
export interface Documents {
  /** Reads a document; null: not stored yet. */
  open: (id: string) => Promise<StoredDocument | null>;
  /**
   * Appends steps, ignoring those already stored, and returns the steps after `since`. Throws `StepsRefused` for steps that will
   * never be accepted.
   */
  append: (id: string, since: number, steps: readonly Step[]) => Promise<readonly OrderedStep[]>;
  /** Replaces all steps up to `sequence` with a document. */
  compact: (id: string, document: CanvasDocument, sequence: number) => Promise<void>;
  /** Stores steps that are still to be appended, so that they survive reopening the page. */
  keep?: (id: string, steps: readonly Step[]) => Promise<void>;
  /** Removes steps that were stored to be appended. */
  forget?: (id: string, stepIds: readonly string[]) => Promise<void>;
}

/** Thrown for steps refused permanently: a retry would be refused again. */
export class StepsRefused extends Error {
  readonly ids: readonly string[];

  constructor(message: string, ids: readonly string[]) {
    super(message);
    this.name = 'StepsRefused';
    this.ids = ids;
  }
}

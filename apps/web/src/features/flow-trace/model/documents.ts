import type { CanvasDocument, Change, OrderedStep, Step } from '@hopscope/canvas';

/** A document as it was at `sequence`, and the steps since. */
export interface StoredDocument {
  readonly base: CanvasDocument;
  readonly sequence: number;
  readonly steps: readonly OrderedStep[];
  /** Own steps that were done earlier and could not be appended yet. */
  readonly waiting?: readonly Step[];
}

/** Where documents are kept. Steps get their order where they are kept, and come back with it. */
export interface Documents {
  /** What is kept; null: nothing yet. */
  open: (id: string) => Promise<StoredDocument | null>;
  /**
   * Keeps steps behind those that are there already (one that is there not twice); gives the steps after `since`. Throws `StepsRefused`
   * for steps that will never be taken.
   */
  append: (id: string, since: number, steps: readonly Step[]) => Promise<readonly OrderedStep[]>;
  /** Puts a document in the place of all steps up to `sequence`. */
  compact: (id: string, document: CanvasDocument, sequence: number) => Promise<void>;
  /** Why one step cannot have so many changes; null: it can. */
  problemOf?: (changes: readonly Change[]) => string | null;
  /** Keeps steps that are still to be appended, so that they are there when the page is opened again. */
  keep?: (id: string, steps: readonly Step[]) => Promise<void>;
}

/** Steps that were refused for good: sending them again would be refused again. */
export class StepsRefused extends Error {
  readonly ids: readonly string[];

  constructor(message: string, ids: readonly string[]) {
    super(message);
    this.name = 'StepsRefused';
    this.ids = ids;
  }
}

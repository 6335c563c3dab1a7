import type { Step } from '@hopscope/canvas';

/** Steps waiting to be sent, by document; they survive the page. */
export interface StepOutbox {
  /** Reads waiting steps in order of arrival. */
  steps: (key: string) => Promise<readonly Step[]>;
  /** Appends steps; one that is already waiting keeps its position. */
  put: (key: string, steps: readonly Step[]) => Promise<void>;
  remove: (key: string, ids: readonly string[]) => Promise<void>;
  /** Returns keys with this prefix that have steps. */
  keys: (prefix: string) => Promise<readonly string[]>;
}

import type { Step } from '@hopscope/canvas';

/** Steps that wait to be sent, by what they are of; they outlive the page. */
export interface StepOutbox {
  /** In the order in which they came. */
  steps: (key: string) => Promise<readonly Step[]>;
  /** Behind those that wait; one that waits already keeps its place. */
  put: (key: string, steps: readonly Step[]) => Promise<void>;
  remove: (key: string, ids: readonly string[]) => Promise<void>;
  /** Keys with steps that begin like this. */
  keys: (prefix: string) => Promise<readonly string[]>;
}

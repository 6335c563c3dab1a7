import { flowEvidenceLimits as limits } from '@hopscope/contract';
import { type AppError, conflict } from '../../../lib/app-error.ts';

/** Creates the error for a bundle that would be too large. */
export function tooLarge(what: string): AppError {
  return conflict(`The evidence bundle cannot be created: the drawing ${what}`);
}

/** Counts the bytes of the evidence of a drawing. */
export interface Weighs {
  add(bytes: number): void;
}

export function createWeight(): Weighs {
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      if (bytes > limits.chain) throw tooLarge(`needs more than ${limits.chain} bytes of transactions`);
    },
  };
}

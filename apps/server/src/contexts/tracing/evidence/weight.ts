import { flowEvidenceLimits as limits } from '@hopscope/contract';
import { type AppError, conflict } from '../../../lib/app-error.ts';

/** The refusal of a bundle that would be too large, with what is too much. */
export function tooLarge(what: string): AppError {
  return conflict(`An evidence bundle is not possible: the drawing ${what}`);
}

/** Bytes of what proves a drawing, as they are collected. */
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

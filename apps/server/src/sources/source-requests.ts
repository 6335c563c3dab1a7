import type { Blockchain } from '@hopscope/contract';
import type { ContractAnswer, FetchRequest, FetchResult } from './sources.ts';

/** A question to the sources, which the process that runs them answers; it can be sent to a thread, and stored. */
export type SourceRequest =
  | { readonly kind: 'balanceAt'; readonly address: Uint8Array }
  | { readonly kind: 'callContract'; readonly to: Uint8Array; readonly data: Uint8Array }
  | { readonly kind: 'fetch'; readonly blockchain: Blockchain; readonly wanted: FetchRequest };

/** Balance in wei at a height. */
type Balance = { readonly amount: bigint; readonly height: number } | null;

/** The answer to each kind of question. */
export interface SourceAnswers {
  readonly balanceAt: Balance;
  readonly callContract: ContractAnswer;
  readonly fetch: FetchResult;
}

export type SourceAnswer = SourceAnswers[keyof SourceAnswers];

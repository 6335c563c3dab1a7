import type { Crossing } from '@hopscope/chain';
import type { FlowTransfer } from '@hopscope/contract';
import type { FollowReader, Owner, Lot } from '@hopscope/risk';
import type { Move } from './moves.ts';
import type { AddressRef } from './open-tracing.ts';
import type { Within } from './within.ts';

/** Newest transactions (movements) of a start to search for incoming amounts. */
export const mostRoots = 1000;
/** Most entries of a pool to read: inputs and outputs of a transaction, movements of an account. */
export const mostEntries = 2000;

/** Amounts that a start received. */
export interface Roots {
  readonly owner: Owner;
  readonly lots: readonly Lot[];
  readonly scanned: { readonly transactions: number; readonly of: number };
}

/** A chain's ledger for traces, at one state. */
export interface FollowLedger {
  readonly reader: FollowReader;
  /** Returns what an address received from others, newest transactions first; with `transactions`, only in these. */
  roots(
    place: AddressRef,
    about: { transactions: readonly string[] | undefined; within: Within },
  ): Promise<Roots>;
  /** Returns the time of a reached lot in seconds since 1970; undefined if not reached. */
  timeOf(lot: Lot): number | undefined;
  /** Returns the transfer of a lot by an address; undefined if its parts are unknown. */
  moveOf(lot: Lot, from: string, to: string): Move | undefined;
  /** Returns a crossing of a transaction by the number that the reader gave. */
  crossingOf?(transaction: string, number: number): Crossing | undefined;
  assetOf(name: string): FlowTransfer['asset'];
}

import type { FlowTransfer } from '@hopscope/contract';
import type { FollowReader, Owner, Lot } from '@hopscope/risk';
import type { Move } from './moves.ts';
import type { AddressRef } from './open-tracing.ts';
import type { Within } from './within.ts';

/** Newest transactions (movements) of a start that are looked through for what came to it. */
export const mostRoots = 1000;
/** Entries of a pool above which it is not read: inputs and outputs of a transaction, movements of an account. */
export const mostEntries = 2000;

/** What came to a start. */
export interface Roots {
  readonly owner: Owner;
  readonly lots: readonly Lot[];
  readonly scanned: { readonly transactions: number; readonly of: number };
}

/** A chain's ledger as money is followed through it, at one state. */
export interface FollowLedger {
  readonly reader: FollowReader;
  /** What came to an address from others, newest transactions first looked at; with `transactions` in these alone. */
  roots(
    place: AddressRef,
    about: { transactions: readonly string[] | undefined; within: Within },
  ): Promise<Roots>;
  /** Seconds since 1970 of a lot that has been met; undefined where it has not. */
  timeOf(lot: Lot): number | undefined;
  /** A transfer of a lot by an address; undefined where its parts are not known. */
  moveOf(lot: Lot, from: string, to: string): Move | undefined;
  assetOf(name: string): FlowTransfer['asset'];
}

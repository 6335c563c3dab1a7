import type { Crossing } from '@hopscope/chain';
import type { FlowTransfer } from '@hopscope/contract';
import type { FollowedCrossing } from '@hopscope/contract/flow-document';
import type { FollowReader, Owner, Lot } from '@hopscope/risk';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type {
  BitcoinPayout,
  CrossedTransaction as WithCrossings,
} from '../../explorer/bitcoin/bitcoin-payouts.ts';
import type { Move, MovedBy } from './moves.ts';
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
  crossingOf?(
    transaction: string,
    number: number,
  ): Pick<Crossing, 'protocol' | 'chain' | 'account'> | undefined;
  /** Returns a crossing with both of its sides, by the number that the reader gave. */
  bothSidesOf?(number: number): CrossingSides | undefined;
  /** Ethereum: returns what an account gave and what another one received in a conversion. */
  convertedOf?(
    transaction: string,
    by: string,
    to: string,
    assets: { readonly gave: string; readonly got: string },
  ): { readonly by: MovedBy; readonly gave: bigint; readonly got: bigint } | undefined;
  assetOf(name: string): FlowTransfer['asset'];
}

/** One side of a crossing. */
interface CrossingSide {
  readonly by: MovedBy;
  readonly asset: string;
  readonly amount: bigint;
}

/** A crossing whose two sides are known: what the bridge received on one chain, and what was received on the other. */
export interface CrossingSides extends FollowedCrossing {
  readonly gave: CrossingSide;
  readonly got: CrossingSide;
}

/** Bitcoin's ledger as crossings need it. */
export interface BitcoinFollow extends FollowLedger {
  /** Returns transactions that were reached since the last call. */
  reached(): FoundTx[];
  /** Reads transactions by txid (internal byte order); those that are not in the ledger are left out. */
  find(txids: readonly Uint8Array[]): Promise<FoundTx[]>;
  /** Returns an output as a lot; undefined if its transaction wasn't read, or is too large. */
  outputOf(tx: FoundTx, output: number): Lot | undefined;
  movedBy(tx: FoundTx): MovedBy;
  /** Reads transactions that can pay for deposits on Ethereum, up to the height. */
  payingFor(deposits: readonly CrossedTransaction[]): Promise<FoundTx[]>;
  /** Returns what transactions paid for what was given on Ethereum, as far as both agree (`EthereumFollow.related`). */
  agreedPayouts(
    payouts: readonly FoundTx[],
    related: readonly CrossedTransaction[],
  ): Promise<BitcoinPayout<CrossedTransaction>[]>;
}

/** A transaction on Ethereum with its crossings. */
export interface CrossedTransaction extends WithCrossings {
  readonly by: MovedBy;
}

/** Ethereum's ledger as crossings need it. */
export interface EthereumFollow extends FollowLedger {
  /** Returns transactions that were reached since the last call. */
  reached(): CrossedTransaction[];
  /** Reads the transactions that name Bitcoin transactions (txids in internal byte order), or deposits in them, up to the height. */
  naming(txids: readonly Uint8Array[]): Promise<CrossedTransaction[]>;
  /** Returns the Bitcoin transactions (internal byte order) that transactions name, or in which they name deposits, each once. */
  named(txs: readonly CrossedTransaction[]): Promise<Uint8Array[]>;
  /** Reads transactions by hash, up to the height; those that are not in the ledger are left out. */
  find(hashes: readonly Uint8Array[]): Promise<CrossedTransaction[]>;
  /** Reads all transactions that payouts on Bitcoin can be for, with those that say so, up to the height. */
  related(payouts: readonly FoundTx[]): Promise<CrossedTransaction[]>;
  /** Returns how a crossing to Bitcoin was given in its transaction (`givenMovements`). */
  givenFor(transaction: string, crossing: Crossing): { readonly lot: Lot; readonly asset: string }[];
  /** Returns what the recipient of a crossing received in its transaction; undefined if it isn't one movement. */
  payoutOf(
    transaction: string,
    crossing: Crossing,
  ): { readonly lot: Lot; readonly asset: string } | undefined;
}

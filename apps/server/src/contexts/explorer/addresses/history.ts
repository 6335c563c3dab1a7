import type {
  AssetView,
  Blockchain,
  CallOutput,
  Coverage,
  EthereumCoverage,
  exportedMovement,
  exportedTransaction,
  listAddressTransactions,
} from '@hopscope/contract';
import type { z } from 'zod';
import type { Days } from '../../../ledger/shared/days.ts';
import type { Pagination } from '../blocks/pagination.ts';

type WithoutSuccess<T> = T extends unknown ? Omit<T, 'success'> : never;
export type HistoryAnswer = WithoutSuccess<CallOutput<typeof listAddressTransactions>>;

/** A row of an address's history as far as most filters look at it. */
export interface HistoryRow {
  /** In the list that was asked for. */
  readonly number: number;
  /** In the address's whole history. */
  readonly sequence: number;
  /** Where it stands in the chain: rows ascend by it. */
  readonly place: number;
  /** Of its block, in seconds since 1970; undefined where it was not asked for. */
  readonly time: number | undefined;
  readonly direction: 'in' | 'out' | 'self';
  /** What amounts are compared with: base units without sign. */
  readonly amount: bigint;
  readonly spam: boolean;
}

type WithoutFrame<T> = Omit<T, 'kind' | 'counterparties' | 'cursor'>;
export type ExportedTransaction = WithoutFrame<z.infer<typeof exportedTransaction>>;
export type ExportedMovement = WithoutFrame<z.infer<typeof exportedMovement>>;

/** The same with all that an export says, and who is on the other side. */
export interface WholeRow extends HistoryRow {
  readonly time: number;
  /** Different addresses on the other side. */
  readonly others: readonly string[];
  /** 8 bytes in hex that differ where the chain up to this row is another one. */
  readonly mark: string;
  readonly exported: ExportedTransaction | ExportedMovement;
}

/** The blocks that rows were read from. */
export interface Anchor {
  readonly height: number | null;
  /** In hex, as answers show it. */
  readonly hash: string | null;
  /** What else has to be the same for rows to stay the same: the heights that are held below, for example. */
  readonly basis: string;
}

/** Numbers from `from` to below `to`, in which the rows of a time stand. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** As many rows fall on the days of that time in all; null: the window has them all, whatever it holds. */
  readonly rowsOfDays: number | null;
}

/** Rows in one snapshot. */
export interface OpenHistory {
  readonly blockchain: Blockchain;
  /** As answers write it. */
  readonly address: string;
  /** In words. */
  readonly coverage: string;
  /** Numbers of the rows: from `lo` to below `hi`, oldest first. */
  readonly lo: number;
  readonly hi: number;
  readonly anchor: Anchor;
  /** Whether rows that were read at another anchor are still what they were. */
  isCurrent(anchor: Anchor): Promise<boolean>;
  /** Where rows from one second to another stand (both included). */
  windowOf(times: { from: number; to: number }): Promise<Window>;
  /** Rows from a number to below another, ascending. */
  rows(from: number, to: number, needs: { times: boolean }): Promise<HistoryRow[]>;
  /** Rows of numbers, which ascend. */
  wholeRows(numbers: readonly number[]): Promise<WholeRow[]>;
  /** Rows as the list shows them, in the order asked; `hidden`: so many marked as spam meet the filter. */
  page(numbers: readonly number[], pagination: Pagination, hidden: number): Promise<HistoryAnswer>;
}

/** What each day brought, and what a balance can be told from. */
export interface OpenDays {
  readonly days: Days;
  /** What was there before the first day, in base units; null: balances cannot be told. */
  readonly opening: bigint | null;
  /** The first transaction from `from` to `to` (seconds, both included) in the order of the chain. */
  firstTxid(times: { from: number; to: number }): Promise<string | null>;
  /** What amounts are of; null: bitcoin, or a token that nobody here has seen. */
  readonly asset: AssetView | null;
  readonly frame:
    | { readonly blockchain: 'bitcoin'; readonly coverage: Coverage }
    | { readonly blockchain: 'ethereum'; readonly coverage: EthereumCoverage };
}

/** Histories of the addresses of a chain, wherever they come from. */
export interface Histories {
  /** 400 for a malformed address or asset, 404 `not_covered` where a partial ledger has not seen the address. */
  open<T>(text: string, asset: string | undefined, work: (history: OpenHistory) => Promise<T>): Promise<T>;
  /** Of the chain's own coin, or of a token by its contract; 400 for one that was moved too often to add it up. */
  openDays<T>(text: string, asset: string | undefined, work: (days: OpenDays) => Promise<T>): Promise<T>;
}

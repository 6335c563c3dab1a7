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

/** The fields of a history row that most filters need. */
export interface HistoryRow {
  /** Position in the requested list. */
  readonly number: number;
  /** Position in the complete history of the address. */
  readonly sequence: number;
  /** Position in the chain; rows ascend by it. */
  readonly place: number;
  /** Block time in seconds since 1970; undefined if not requested. */
  readonly time: number | undefined;
  readonly direction: 'in' | 'out' | 'self';
  /** The amount that filters compare: base units without sign. */
  readonly amount: bigint;
  readonly spam: boolean;
}

type WithoutFrame<T> = Omit<T, 'kind' | 'counterparties' | 'cursor'>;
export type ExportedTransaction = WithoutFrame<z.infer<typeof exportedTransaction>>;
export type ExportedMovement = WithoutFrame<z.infer<typeof exportedMovement>>;

/** A row with all fields of an export, and its counterparty addresses. */
export interface FullRow extends HistoryRow {
  readonly time: number;
  /** Distinct counterparty addresses. */
  readonly others: readonly string[];
  /** 8 bytes in hex that identify the chain up to this row. */
  readonly mark: string;
  readonly exported: ExportedTransaction | ExportedMovement;
}

/** The blocks that rows were read from. */
export interface Anchor {
  readonly height: number | null;
  /** In hex, as in answers. */
  readonly hash: string | null;
  /** Other conditions under which rows stay the same, such as the ranges of blocks below. */
  readonly basis: string;
}

/** Numbers from `from` to below `to` that include the rows of a time. */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** Total rows on the days of that time; null: the window includes all of them. */
  readonly rowsOfDays: number | null;
}

/** Rows in one snapshot. */
export interface OpenHistory {
  readonly blockchain: Blockchain;
  /** Address as in answers. */
  readonly address: string;
  /** Coverage in words. */
  readonly coverage: string;
  /** Numbers of the rows: from `lo` to below `hi`, oldest first. */
  readonly lo: number;
  readonly hi: number;
  readonly anchor: Anchor;
  /** Tests whether rows read at another anchor are still current. */
  isCurrent(anchor: Anchor): Promise<boolean>;
  /** Returns the window of the rows from one second to another, inclusive. */
  windowOf(times: { from: number; to: number }): Promise<Window>;
  /** Reads rows from a number to below another, ascending. */
  rows(from: number, to: number, needs: { times: boolean }): Promise<HistoryRow[]>;
  /** Reads the rows of numbers, which have to ascend. */
  fullRows(numbers: readonly number[]): Promise<FullRow[]>;
  /** Returns rows as listed, in the requested order; `hidden`: number of matches marked as spam. */
  page(numbers: readonly number[], pagination: Pagination, hidden: number): Promise<HistoryAnswer>;
}

/** Changes by day, and what balances are computed from. */
export interface OpenDays {
  readonly days: Days;
  /** Balance before the first day, in base units; null: balances are unknown. */
  readonly opening: bigint | null;
  /** Returns all rows of the asset with their times, in chain order; null if there are more than `most`. */
  rows(most: number): Promise<readonly HistoryRow[] | null>;
  /** Returns the first transaction from `from` to `to` (seconds, inclusive) in chain order. */
  firstTxid(times: { from: number; to: number }): Promise<string | null>;
  /** Asset of the amounts; null: bitcoin, or a token unknown to the ledger. */
  readonly asset: AssetView | null;
  readonly frame:
    | { readonly blockchain: 'bitcoin'; readonly coverage: Coverage }
    | { readonly blockchain: 'ethereum'; readonly coverage: EthereumCoverage };
}

/** Histories of the addresses of a chain, from a ledger or a remote provider. */
export interface Histories {
  /**
   * Throws 400 for a malformed address or asset, and 404 `not_covered` if a partial ledger has no transaction of the
   * address.
   */
  open<T>(text: string, asset: string | undefined, work: (history: OpenHistory) => Promise<T>): Promise<T>;
  /** For the native coin, or a token by its contract. Throws 400 for a token with too many movements to add up. */
  openDays<T>(text: string, asset: string | undefined, work: (days: OpenDays) => Promise<T>): Promise<T>;
}

import type { Coverage, EthereumCoverage } from '@hopscope/contract';

/** Amounts that one transaction, or movement, transferred between an address and its counterparties; base units. */
export interface Passage {
  /** Null: it belongs to a block (rewards, withdrawals). */
  txid: string | null;
  block: number;
  direction: 'in' | 'out' | 'self';
  amount: bigint;
  /** Keys of counterparties, which `History.addressOf` converts to addresses; `amount` is undefined if unknown. */
  parts: readonly { key: string; amount: bigint | undefined }[];
  fees: bigint;
  other: bigint;
  unknown: bigint;
  /** Addresses spent together in it, if that indicates one owner; Bitcoin only. */
  together: readonly string[];
}

/** The history of an address, of any chain and source. */
export interface History {
  /** Address as in answers. */
  address: string;
  /** Key of the address in passages of other addresses. */
  key: string;
  /** Total transactions, or movements. */
  total: number;
  coverage: Coverage | EthereumCoverage;
  /** Changes with every block of the chain. */
  state: string;
  addressOf(key: string): string;
  /** Reads the newest `most`, newest first, in batches. Throws AppError 409 if the chain changes below what was read. */
  passages(most: number): AsyncGenerator<Passage[], void, undefined>;
}

/** The effect of a transaction on the coins of a Bitcoin address. */
export interface CoinsRow {
  txid: string;
  block: number;
  coinbase: boolean;
  /** Outputs of the address that it spends; names as in `made`. */
  spends: readonly string[];
  /** Outputs to the address; satoshis. */
  made: readonly { name: string; index: number; value: bigint }[];
}

/** The history of a Bitcoin address. */
export interface CoinHistory extends History {
  /** Total of the unspent outputs in satoshis. */
  balance: bigint;
  /** Height of the newest block; null without blocks. */
  tip: number | null;
  /** Reads all transactions, newest first, in batches. Throws like `passages`. */
  coins(): AsyncGenerator<CoinsRow[], void, undefined>;
}

/** The newest passages of an address. */
export interface Newest {
  key: string;
  passages: Passage[];
  /** Total transactions, or movements. */
  total: number;
}

/** Opens histories of a chain. */
export interface Histories<Kind extends History = History> {
  /** Throws 400 for a malformed address, and 404 `not_covered` if a partial ledger has no transaction of it. */
  open(address: string): Promise<Kind>;
  /** Reads the newest transactions of addresses by their keys in passages: at most `most` of each, and the total. */
  newest(keys: readonly string[], most: number): Promise<Newest[]>;
}

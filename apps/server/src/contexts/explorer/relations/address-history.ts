import type { Coverage, EthereumCoverage } from '@hopscope/contract';

/** What one transaction, or movement, moved between an address and others; amounts in base units. */
export interface Passage {
  /** null: it belongs to a block (rewards, withdrawals). */
  txid: string | null;
  block: number;
  direction: 'in' | 'out' | 'self';
  amount: bigint;
  /** Names of others, which `History.addressOf` turns into addresses; `amount` undefined where it is not known. */
  parts: readonly { key: string; amount: bigint | undefined }[];
  fees: bigint;
  other: bigint;
  unknown: bigint;
  /** Addresses spent together in it, where that tells of one owner; Bitcoin only. */
  together: readonly string[];
}

/** The past of an address, of whatever chain and source. */
export interface History {
  /** As addresses are written in answers. */
  address: string;
  /** The name under which the address stands in passages of others. */
  key: string;
  /** Transactions, or movements, in all. */
  total: number;
  coverage: Coverage | EthereumCoverage;
  /** Changes with every block of the chain. */
  state: string;
  addressOf(key: string): string;
  /** The newest so many, newest first, in portions. Throws AppError 409 where the chain changes below what was read. */
  passages(most: number): AsyncGenerator<Passage[], void, undefined>;
}

/** What a transaction did to the coins of a Bitcoin address. */
export interface CoinsRow {
  txid: string;
  block: number;
  coinbase: boolean;
  /** Outputs of the address that it spends; the names are those of `made`. */
  spends: readonly string[];
  /** Outputs that pay the address; satoshis. */
  made: readonly { name: string; index: number; value: bigint }[];
}

/** The past of a Bitcoin address. */
export interface CoinHistory extends History {
  /** Satoshis that the coins made and not spent add up to. */
  balance: bigint;
  /** Height of the newest block; null without any. */
  tip: number | null;
  /** All its transactions, newest first, in portions. Throws like `passages`. */
  coins(): AsyncGenerator<CoinsRow[], void, undefined>;
}

/** The newest passages of an address. */
export interface Newest {
  key: string;
  passages: Passage[];
  /** Transactions, or movements, in all. */
  total: number;
}

/** Opens histories of a chain. */
export interface Histories<Kind extends History = History> {
  /** By the text of an address (400 if it is malformed, 404 `not_covered` where a partial ledger has not seen it). */
  open(address: string): Promise<Kind>;
  /** The newest transactions of other addresses, by their names in passages: at most `most` of each, of how many. */
  newest(keys: readonly string[], most: number): Promise<Newest[]>;
}

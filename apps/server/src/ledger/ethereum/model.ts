import type {
  BlockReward,
  EthereumHeader,
  EthereumTransaction,
  InternalTransfer,
  Receipt,
  Spam,
  Withdrawal,
} from '@hopscope/chain';
import type { EthereumChain, TokenStandard } from './blocks/bundle.ts';
import type { HeightRange } from '../shared/ranges.ts';

/** Sums over the whole ledger, in wei except for counts. */
export interface EthereumTotals {
  readonly transactions: bigint;
  readonly accounts: bigint;
  readonly assets: bigint;
  /** Total that accounts received and spent; `received − spent = rewards + withdrawals − burnt − destroyed`. */
  readonly received: bigint;
  readonly spent: bigint;
  readonly rewards: bigint;
  readonly withdrawals: bigint;
  /** Fees that senders paid: `burnt + tips`. */
  readonly fees: bigint;
  /** Base fees and price of blobs. */
  readonly burnt: bigint;
  readonly tips: bigint;
  /** Ether destroyed by contracts that destroyed themselves. */
  readonly destroyed: bigint;
  /** Σ of the known openings. */
  readonly opened: bigint;
}

export interface EthereumState {
  readonly ranges: readonly HeightRange[];
  /** Undefined while the ledger is empty and has no chain. */
  readonly chain: EthereumChain | undefined;
  readonly totals: EthereumTotals;
  /** Whether every block with transactions has traces. */
  readonly hasAllTraces: boolean;
  /** Whether the balance before the lowest block is known for every account. */
  readonly openingsKnown: boolean;
}

export interface EthereumBlockRow {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly header: EthereumHeader;
  readonly txCount: number;
  /** Size of the block in RLP, in bytes; null if the source doesn't report it. */
  readonly size: number | null;
  readonly uncles: readonly EthereumHeader[];
  readonly uncleHashes: readonly Uint8Array[];
  readonly withdrawals: readonly Withdrawal[] | null;
  readonly rewards: readonly BlockReward[];
  /** Wei: what senders paid (`burnt + blobBurnt + tips`). */
  readonly fees: bigint;
  readonly burnt: bigint;
  readonly blobBurnt: bigint;
  readonly tips: bigint;
  /** Ether destroyed by contracts that destroyed themselves. */
  readonly destroyed: bigint;
  readonly failed: number;
  readonly internalCount: number | null;
  readonly tokenCount: number;
  /** False if internal transfers are unknown. */
  readonly traced: boolean;
}

/** The stored fields of a receipt: the bloom follows from the logs. */
export type StoredReceipt = Omit<Receipt, 'logsBloom'>;

export interface StoredEthereumTx {
  /** Height · 2^17 + index in the block. */
  readonly position: number;
  readonly tx: EthereumTransaction;
  readonly receipt: StoredReceipt;
  readonly failed: boolean;
  /** False if it is unknown whether it failed (before Byzantium, without traces). */
  readonly outcomeCertain: boolean;
  /** Null if internal transfers are unknown. */
  readonly internal: readonly InternalTransfer[] | null;
  /** Contracts that it created, if known. */
  readonly created: readonly Uint8Array[];
}

export interface AssetRow {
  /** Number of the asset in the ledger. */
  readonly id: number;
  readonly contract: Uint8Array;
  readonly standard: TokenStandard;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** Whether it is marked as spam: it imitates another token or contains a web address. */
  readonly fake: boolean;
  /** Number of movements in the ledger. */
  readonly movements: bigint;
}

export interface EthereumAccount {
  readonly id: bigint;
  readonly address: Uint8Array;
  /** Number of movements of all kinds, including hidden ones. */
  readonly count: number;
  readonly hiddenCount: number;
  readonly txCount: number;
  readonly blockCount: number;
  readonly isContract: boolean;
  /** Position of the transaction that created it; null: unknown, or not a contract. */
  readonly createdBy: number | null;
  /** Positions of its oldest and newest movement. */
  readonly first: number;
  readonly last: number;
}

export interface HoldingRow {
  /** Null: ether. */
  readonly asset: AssetRow | null;
  readonly received: bigint;
  readonly spent: bigint;
  /** Balance before the lowest block; null: unknown. */
  readonly opening: bigint | null;
  readonly count: number;
  readonly hiddenCount: number;
}

export type Direction = 'in' | 'out' | 'self';

export interface MovementRow {
  /** Stable number in the account's list; history that is added below has negative numbers. */
  readonly sequence: number;
  /** Position of the transaction; movements of a block itself have index 2^17 − 1 at its height. */
  readonly position: number;
  /** Index among the movements of the transaction or block. */
  readonly movement: number;
  readonly direction: Direction;
  readonly amount: bigint;
  readonly spam: Spam | null;
}

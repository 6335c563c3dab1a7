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

/** Sums over the whole ledger. Wei, unless they count. */
export interface EthereumTotals {
  readonly transactions: bigint;
  readonly accounts: bigint;
  readonly assets: bigint;
  /** Σ of what accounts received and spent; `received − spent = rewards + withdrawals − burnt − destroyed`. */
  readonly received: bigint;
  readonly spent: bigint;
  readonly rewards: bigint;
  readonly withdrawals: bigint;
  /** Fees that senders paid: `burnt + tips`. */
  readonly fees: bigint;
  /** Base fees and price of blobs. */
  readonly burnt: bigint;
  readonly tips: bigint;
  /** Ether of contracts that destroyed it with themselves. */
  readonly destroyed: bigint;
  /** Σ of the known openings. */
  readonly opened: bigint;
}

export interface EthereumState {
  readonly ranges: readonly HeightRange[];
  /** Undefined while the ledger is empty and undecided. */
  readonly chain: EthereumChain | undefined;
  readonly totals: EthereumTotals;
  /** True where every block with transactions came with traces. */
  readonly tracesWhole: boolean;
  /** True where the balance before the lowest block is known of every account. */
  readonly openingsKnown: boolean;
}

export interface EthereumBlockRow {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly header: EthereumHeader;
  readonly txCount: number;
  /** Bytes of the block in RLP; null where the source does not say it. */
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
  /** Ether of contracts that destroyed it with themselves. */
  readonly destroyed: bigint;
  readonly failed: number;
  readonly internalCount: number | null;
  readonly tokenCount: number;
  /** False where internal transfers are unknown. */
  readonly traced: boolean;
}

/** What the ledger keeps of a receipt: the bloom follows from the logs. */
export type StoredReceipt = Omit<Receipt, 'logsBloom'>;

export interface StoredEthereumTx {
  /** Height · 2^17 + index in the block. */
  readonly position: number;
  readonly tx: EthereumTransaction;
  readonly receipt: StoredReceipt;
  readonly failed: boolean;
  /** False where nothing said whether it failed (before Byzantium, without traces). */
  readonly outcomeCertain: boolean;
  /** Null where internal transfers are unknown. */
  readonly internal: readonly InternalTransfer[] | null;
  /** Contracts that it made, as far as known. */
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
  /** Marked as spam: it imitates another token or carries a web address. */
  readonly fake: boolean;
  /** Movements in the ledger. */
  readonly movements: bigint;
}

export interface EthereumAccount {
  readonly id: bigint;
  readonly address: Uint8Array;
  /** Movements of all kinds, with hidden ones. */
  readonly count: number;
  readonly hiddenCount: number;
  readonly txCount: number;
  readonly blockCount: number;
  readonly isContract: boolean;
  /** Position of the transaction that made it; null where unknown or no contract. */
  readonly createdBy: number | null;
  /** Positions of its oldest and newest movement. */
  readonly first: number;
  readonly last: number;
}

export interface HoldingRow {
  /** Null is ether. */
  readonly asset: AssetRow | null;
  readonly received: bigint;
  readonly spent: bigint;
  /** Before the lowest block; null is unknown. */
  readonly opening: bigint | null;
  readonly count: number;
  readonly hiddenCount: number;
}

export type Direction = 'in' | 'out' | 'self';

export interface MovementRow {
  /** Stable number in the account's list; history that is added below has negative ones. */
  readonly sequence: number;
  /** Of the transaction; movements of a block itself stand at index 2^17 − 1 of its height. */
  readonly position: number;
  /** Place among the movements of the transaction or block. */
  readonly movement: number;
  readonly direction: Direction;
  readonly amount: bigint;
  readonly spam: Spam | null;
}

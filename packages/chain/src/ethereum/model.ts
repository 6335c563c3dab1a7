/** Wei: 10^-18 ether. */
export type Wei = bigint;

/**
 * Fields that the block hash is computed from. Null: the fork of the block doesn't have the field. Hashes and addresses are
 * in display byte order.
 */
export interface EthereumHeader {
  readonly parentHash: Uint8Array;
  readonly unclesHash: Uint8Array;
  /** Who gets fees and rewards: the miner, or since the Merge the fee recipient. */
  readonly miner: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly transactionsRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  /** 256 bytes. */
  readonly logsBloom: Uint8Array;
  /** 0 since the Merge (EIP-3675). */
  readonly difficulty: bigint;
  readonly number: number;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Seconds since 1970. */
  readonly time: number;
  readonly extraData: Uint8Array;
  /** Since the Merge the beacon chain's randomness (EIP-4399). */
  readonly mixHash: Uint8Array;
  /** 8 bytes. */
  readonly nonce: Uint8Array;
  /** Wei per gas that are burnt; since London (EIP-1559). */
  readonly baseFee: Wei | null;
  /** Since Shanghai (EIP-4895). */
  readonly withdrawalsRoot: Uint8Array | null;
  /** Since Cancun (EIP-4844). */
  readonly blobGasUsed: bigint | null;
  readonly excessBlobGas: bigint | null;
  /** Since Cancun (EIP-4788). */
  readonly parentBeaconRoot: Uint8Array | null;
  /** Since Prague (EIP-7685). */
  readonly requestsHash: Uint8Array | null;
}

/** A block with its transactions, without receipts. */
export interface EthereumBlock {
  /** As the node claims; `verifyEthereumBlock` recomputes it. */
  readonly hash: Uint8Array;
  readonly header: EthereumHeader;
  /** In the order of the block. */
  readonly transactions: readonly EthereumTransaction[];
  /** Hashes of the uncles, at most two; none since the Merge. */
  readonly uncles: readonly Uint8Array[];
  /** Null before Shanghai. */
  readonly withdrawals: readonly Withdrawal[] | null;
  /** Size of the whole block in RLP, in bytes, if the node reports it. */
  readonly size: number | null;
}

/** Legacy, EIP-2930, EIP-1559, EIP-4844, EIP-7702. */
export type EthereumTransactionType = 0 | 1 | 2 | 3 | 4;

/** A transaction. Null is a field that the type does not have. */
export interface EthereumTransaction {
  /** As the node claims; `verifyEthereumBlock` recomputes it. */
  readonly hash: Uint8Array;
  readonly type: EthereumTransactionType;
  /** Place in the block, from 0. */
  readonly index: number;
  /** As the node claims: no hash covers it, only the signature does. */
  readonly from: Uint8Array;
  /** Null where a contract is created. */
  readonly to: Uint8Array | null;
  readonly nonce: bigint;
  readonly value: Wei;
  readonly gasLimit: bigint;
  readonly input: Uint8Array;
  /** Types 0 and 1. */
  readonly gasPrice: Wei | null;
  /** Types 2 and above. */
  readonly maxFeePerGas: Wei | null;
  /** Types 2 and above. */
  readonly maxPriorityFeePerGas: Wei | null;
  /** Null for legacy transactions that are valid on every chain (before EIP-155). */
  readonly chainId: bigint | null;
  /** Types 1 and above. */
  readonly accessList: readonly AccessListEntry[];
  /** Type 3. */
  readonly maxFeePerBlobGas: Wei | null;
  /** Type 3, 32 bytes each. */
  readonly blobHashes: readonly Uint8Array[];
  /** Type 4. */
  readonly authorizations: readonly Authorization[];
  /** 27, 28 or with the chain in it (EIP-155) for type 0; 0 or 1 for the others. */
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

/** What a transaction announces to touch (EIP-2930). */
export interface AccessListEntry {
  readonly address: Uint8Array;
  readonly storageKeys: readonly Uint8Array[];
}

/** Permission of an account to run code of a contract (EIP-7702); one that is not valid is passed over by the chain. */
export interface Authorization {
  /** 0 is every chain. */
  readonly chainId: bigint;
  readonly address: Uint8Array;
  readonly nonce: bigint;
  readonly yParity: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

/** What a transaction did. */
export interface Receipt {
  readonly transactionHash: Uint8Array;
  readonly type: EthereumTransactionType;
  readonly index: number;
  /** False if it failed; null before Byzantium, when receipts didn't record it (EIP-658). */
  readonly success: boolean | null;
  /** State after the transaction; before Byzantium only. */
  readonly root: Uint8Array | null;
  readonly gasUsed: bigint;
  /** Gas of this transaction and those before it in the block. */
  readonly cumulativeGasUsed: bigint;
  /** Wei per gas that were paid. */
  readonly gasPrice: Wei;
  /** Type 3. */
  readonly blobGasUsed: bigint | null;
  /** Type 3: wei per blob gas. */
  readonly blobGasPrice: Wei | null;
  /** Contract created, or attempted, by a transaction without `to`. */
  readonly contractAddress: Uint8Array | null;
  readonly logsBloom: Uint8Array;
  readonly logs: readonly EthereumLog[];
}

/** An event of a contract. */
export interface EthereumLog {
  readonly address: Uint8Array;
  /** None to four, 32 bytes each. */
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
  /** Place in the block, from 0. */
  readonly index: number;
}

/** A payment of the beacon chain to an address (EIP-4895). */
export interface Withdrawal {
  readonly index: bigint;
  readonly validatorIndex: bigint;
  readonly address: Uint8Array;
  /** The wire has gwei. */
  readonly amount: Wei;
}

/** Ether that moved within a transaction, by a contract. */
export interface InternalTransfer {
  readonly kind: 'call' | 'create' | 'selfdestruct';
  readonly transactionIndex: number;
  /** Place in the tree of calls: `[0, 2]` is the third call of the first call of the transaction. */
  readonly path: readonly number[];
  readonly from: Uint8Array;
  /** Null where a contract destroyed itself in favor of itself, and the ether with it. */
  readonly to: Uint8Array | null;
  readonly value: Wei;
}

/** Ether issued with a block before the Merge. */
export interface BlockReward {
  readonly kind: 'block' | 'uncle';
  readonly miner: Uint8Array;
  readonly value: Wei;
}

import type { BlockTraces, EthereumBlock, EthereumHeader, Receipt } from '@hopscope/chain';

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155';

/** Facts that a token contract reports; texts are sanitized, null: unknown. */
export interface TokenFacts {
  readonly contract: Uint8Array;
  readonly standard: TokenStandard;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/** All data of one block that the ledger stores: decoded and verified. */
export interface EthereumBundle {
  readonly block: EthereumBlock;
  /** One for each transaction, in order. */
  readonly receipts: readonly Receipt[];
  /** Headers of all uncles. */
  readonly uncles: readonly EthereumHeader[];
  /** Null if the source has none: the ledger then reports that internal transfers are unknown. */
  readonly traces: BlockTraces | null;
  /** Facts of contracts that moved tokens here, if the source requested them. */
  readonly tokens: readonly TokenFacts[];
}

/** The chain of a ledger. `network` is `mainnet`, `sepolia`, `anvil`, `demo` or `chain <id>`. */
export interface EthereumChain {
  readonly chainId: bigint;
  readonly network: string;
}

/** Balances of accounts before the lowest of the added blocks. */
export interface Openings {
  /** Wei by address in lowercase hex without 0x. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Whether an account that isn't listed had nothing. */
  readonly complete: boolean;
}

import type { BlockTraces, EthereumBlock, EthereumHeader, Receipt } from '@hopscope/chain';

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155';

/** What a token contract says of itself; texts are cleaned already, null is unknown. */
export interface TokenFacts {
  readonly contract: Uint8Array;
  readonly standard: TokenStandard;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/** Everything about one block that the ledger takes in: decoded and verified. */
export interface EthereumBundle {
  readonly block: EthereumBlock;
  /** One for each transaction, in order. */
  readonly receipts: readonly Receipt[];
  /** Headers of all uncles. */
  readonly uncles: readonly EthereumHeader[];
  /** Null where the source has none: the ledger then does not know internal transfers, and says so. */
  readonly traces: BlockTraces | null;
  /** Facts of contracts that moved tokens here, as far as the source asked for them. */
  readonly tokens: readonly TokenFacts[];
}

/** The chain that a ledger belongs to. `network` is `mainnet`, `sepolia`, `anvil`, `demo` or `chain <id>`. */
export interface EthereumChain {
  readonly chainId: bigint;
  readonly network: string;
}

/** What accounts had before the lowest of the blocks that are added. */
export interface Openings {
  /** Wei by address in lower-case hex without 0x. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** True where an account that is not named had nothing. */
  readonly complete: boolean;
}

import type { HeightRange } from '../shared/ranges.ts';
import type { EthereumBundle, EthereumChain, Openings } from './bundle.ts';

/** A block as its neighbours see it. */
export interface BlockRef {
  readonly hash: Uint8Array;
  readonly parentHash: Uint8Array;
  /** Seconds since 1970. */
  readonly time: number;
}

/** The only writer of the Ethereum tables. Every call is one database transaction; LedgerError where nothing is changed. */
export interface EthereumLedger {
  /** The chain that the ledger belongs to; undefined while it is empty and undecided. */
  chain(): Promise<EthereumChain | undefined>;
  ranges(): Promise<HeightRange[]>;
  /** Adds verified blocks, ascending by height, above the highest or below the lowest block held. */
  append(chain: EthereumChain, bundles: readonly EthereumBundle[], openings?: Openings): Promise<void>;
  /** Removes the topmost `depth` blocks and adds `bundles` in their place: readers see before or after. */
  reorganise(
    chain: EthereumChain,
    depth: number,
    bundles: readonly EthereumBundle[],
    openings?: Openings,
  ): Promise<void>;
  /** Removes the topmost block. */
  takeBack(): Promise<{ height: number; hash: Uint8Array }>;
  blockRefs(heights: readonly number[]): Promise<Map<number, BlockRef>>;
  /** Those of the addresses that have no account yet. */
  unknownAccounts(addresses: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** Those of the contracts that have no asset row yet, or one whose names were not known. */
  unknownTokens(contracts: readonly Uint8Array[]): Promise<Uint8Array[]>;
}

import type { BlockAnswers } from './assemble.ts';
import type { DemoToken } from './economy.ts';

/** A finished block of the demo's Ethereum side. */
export interface DemoEthereumBlock {
  readonly number: number;
  readonly hash: Uint8Array;
  /** Seconds since 1970. */
  readonly time: number;
  /** Number of transactions. */
  readonly transactions: number;
  readonly answers: BlockAnswers;
}

/** A deposit to the bridge on the Bitcoin side. */
export interface BridgeDeposit {
  readonly transfer: number;
  /** In internal byte order. */
  readonly txid: Uint8Array;
  readonly sats: bigint;
  /** Seconds since 1970 of the block there, later than those here so far minus `bridgeDelay`. */
  readonly time: number;
  /** Illicit shares, by flow. */
  readonly shares: readonly (readonly [flow: number, sats: bigint])[];
  /** The entity that sent and receives it. */
  readonly entity: string;
  /** The address that was paid, as text, if a token is minted for it. */
  readonly mint: string | undefined;
}

/** A pending transaction. */
export interface UnconfirmedEthereum {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly gasLimit: number;
  /** Number of replacements by its sender. */
  readonly replacements: number;
}

/** The Ethereum side of the demo: a chain that grows block by block. */
export interface EthereumSimulation {
  readonly chainId: bigint;
  /** Seconds since 1970 of the newest block; undefined before block 0. */
  readonly time: number | undefined;
  readonly number: number;
  /** Balances in wei before block 0; accounts that are missing have none. */
  readonly openings: ReadonlyMap<string, bigint>;
  /** Token contracts so far, oldest first. */
  readonly tokens: readonly DemoToken[];
  /** Runs the actors until `time` (after the newest block) and produces a block with that time. */
  next(time: number): DemoEthereumBlock;
  /** Returns a competing block for the newest one: same height, another fee recipient, fewer transactions. */
  rival(): DemoEthereumBlock | undefined;
  /** Returns two competing blocks for the two newest ones; the first as returned by `rival` earlier. */
  rivalBranch(): DemoEthereumBlock[];
  /** Runs the actors without producing a block, as on the Bitcoin side. */
  advance(time: number): void;
  unconfirmed(): UnconfirmedEthereum[];
  /** Adds a deposit from the Bitcoin side; it is paid out some hours later. */
  bridge(deposit: BridgeDeposit): void;
  /** All accounts with their current balances: wei, and tokens by contract. */
  balances(): Iterable<{ address: Uint8Array; wei: bigint; tokens: ReadonlyMap<string, bigint> }>;
}

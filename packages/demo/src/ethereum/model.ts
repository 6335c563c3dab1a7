import type { BlockAnswers } from './assemble.ts';
import type { DemoToken } from './economy.ts';

/** A finished block of the demo's Ethereum side. */
export interface DemoEthereumBlock {
  readonly number: number;
  readonly hash: Uint8Array;
  /** Seconds since 1970. */
  readonly time: number;
  /** How many. */
  readonly transactions: number;
  readonly answers: BlockAnswers;
}

/** Money that has come into the bridge on the Bitcoin side. */
export interface BridgeDeposit {
  readonly transfer: number;
  readonly sats: bigint;
  /** Seconds since 1970 of the block there, later than those here so far minus `bridgeDelay`. */
  readonly time: number;
  /** What of it is illicit, by flow. */
  readonly shares: readonly (readonly [flow: number, sats: bigint])[];
  /** Entity that sent it and will get it. */
  readonly entity: string;
}

/** A transaction that waits for a block. */
export interface UnconfirmedEthereum {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly gasLimit: number;
  /** How often its sender has replaced it. */
  readonly replacements: number;
}

/** The Ethereum side of the demo: a chain that grows block by block. */
export interface EthereumSimulation {
  readonly chainId: bigint;
  /** Seconds since 1970 of the newest block; undefined before block 0. */
  readonly time: number | undefined;
  readonly number: number;
  /** Wei of accounts before block 0; all others have none. */
  readonly openings: ReadonlyMap<string, bigint>;
  /** Token contracts so far, oldest first. */
  readonly tokens: readonly DemoToken[];
  /** Lets the actors live until `time` (later than the newest block) and makes a block of that time. */
  next(time: number): DemoEthereumBlock;
  /** A block beside the newest one: same height, another fee recipient, some transactions missing. */
  rival(): DemoEthereumBlock | undefined;
  /** Two blocks beside the two newest ones, the first of them as `rival` gave it then. */
  rivalBranch(): DemoEthereumBlock[];
  /** Lets the actors live without a block, as on the Bitcoin side. */
  advance(time: number): void;
  waiting(): UnconfirmedEthereum[];
  /** The Bitcoin side tells of a deposit; it is paid out here some hours later. */
  bridge(deposit: BridgeDeposit): void;
  /** Every account with what it has now: wei, and tokens by contract. */
  balances(): Iterable<{ address: Uint8Array; wei: bigint; tokens: ReadonlyMap<string, bigint> }>;
}

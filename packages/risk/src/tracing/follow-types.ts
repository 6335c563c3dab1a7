import type {
  AssetName,
  CommingledPool,
  Direction,
  Lot,
  LotConversion,
  LotReader,
  Owner,
  TaintMethod,
} from '../exposure/types.ts';

/** Why money was not followed further; docs/concepts/tracing.md has each in words. */
export type FollowStopReason =
  | 'service'
  | 'mixer'
  | 'coinjoin'
  | 'bridge'
  | 'swap'
  | 'unspent'
  | 'returned'
  | 'fee'
  | 'burnt'
  | 'mined'
  | 'no_address'
  | 'hub'
  | 'not_in_ledger'
  | 'hops'
  | 'nodes'
  | 'reads'
  | 'minimum'
  | 'top'
  | 'dates'
  | 'not_drawn';

/** Part of a transfer that is followed. */
export interface FollowedStep {
  /** The transfer: of Bitcoin the output, of Ethereum the movement. */
  readonly lot: Lot;
  readonly from: Owner;
  readonly to: Owner;
  readonly amount: bigint;
  readonly asset: AssetName;
  readonly start: number;
  readonly hops: number;
  /** Continues as the remainder of a peel chain. */
  readonly peel: boolean;
}

/** Part of the funds that stopped. */
export interface FollowedStop {
  /** Where; undefined where that is no address. */
  readonly owner: Owner | undefined;
  readonly reason: FollowStopReason;
  readonly amount: bigint;
  readonly asset: AssetName;
  readonly hops: number;
  readonly transaction: string;
  readonly start: number;
  /** Number of the crossing by which it left the chain, as the reader names it. */
  readonly crossing?: number;
}

/** Part of the funds that changed its asset, or its chain. */
export interface FollowedHop {
  readonly basis: LotConversion['basis'];
  /** Who gave, and who received. Of a crossing, the address of the bridge that received on the one chain. */
  readonly by: Owner;
  readonly to: Owner;
  /** Who did it; undefined if the token itself did, as when ether is wrapped. */
  readonly through: Owner | undefined;
  /** In which it was found; of a crossing, that of the chain from which the trace came. */
  readonly transaction: string;
  /** Number of the crossing, as the reader names it. */
  readonly crossing?: number;
  readonly gave: { readonly asset: AssetName; readonly amount: bigint };
  readonly got: { readonly asset: AssetName; readonly amount: bigint };
}

/** Reads lots like walks, and what only tracing needs. */
export interface FollowReader extends LotReader {
  /** The conversion of a lot; undefined if it is part of none whose parts are known. */
  conversion?(lot: Lot, direction: Direction): LotConversion | undefined;
  /** The crossing by which a lot left the chain in its own transaction; undefined if it did not. */
  crossing?(lot: Lot): number | undefined;
}

/** Receives events in an order that depends only on the query and the ledger. */
export interface FollowEvents {
  step(step: FollowedStep): void;
  stop(stop: FollowedStop): void;
  hop(hop: FollowedHop): void;
  /** Called after each round of reads. */
  round(progress: { reads: number; nodes: number; rounds: number; waiting: number }): void;
}

export interface FollowStart {
  readonly owner: Owner;
  /** Total of the lots that reached it. */
  readonly roots: readonly Lot[];
}

export interface FollowLimits {
  /** Changes of owner; remainders of peel chains don't count. */
  readonly hops: number;
  /** Addresses, starts included. */
  readonly nodes: number;
  /** Lots looked up; the largest amounts of a round first. */
  readonly reads: number;
  readonly rounds: number;
  /** Smallest units, and parts per million of a start's money: less is not followed. */
  readonly minimum: bigint;
  readonly minimumShare: number;
  /** Maximum number of transfers followed per address and step, largest first. */
  readonly top: number;
}

export interface FollowQuestion {
  readonly direction: Direction;
  readonly method: TaintMethod;
  readonly asset: AssetName;
  readonly starts: readonly FollowStart[];
  readonly limits: FollowLimits;
  /** Why money is not followed through an owner; undefined: it is. */
  stopAt(owner: Owner): FollowStopReason | undefined;
  /** Whether a transfer may be followed; the reason where not. Undefined: all may. */
  refuses?(lot: Lot): FollowStopReason | undefined;
  /** Output in which a peel chain continues. */
  peelOf?(pool: CommingledPool): string | undefined;
}

/** `done`: nothing was cut short by a bound of the question. */
export interface FollowResult {
  readonly reason: 'done' | 'hops' | 'nodes' | 'reads' | 'rounds';
  readonly reads: number;
  readonly nodes: number;
  readonly rounds: number;
}

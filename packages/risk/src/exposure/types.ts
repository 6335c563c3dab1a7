import type { CategoryId } from '../categories/categories.ts';

/** `backward`: source of received funds. `forward`: destination. */
export type Direction = 'backward' | 'forward';

/** Methods to divide outgoing amounts of a pool over incoming ones; for rules and sources, see docs/concepts/risk.md. */
export const taintMethods = ['haircut', 'fifo', 'lifo', 'poison'] as const;
export type TaintMethod = (typeof taintMethods)[number];

/** Attribution of an owner in the directory, with the categories of the entity (`categoriesOf`). */
export interface Label {
  readonly entity: string;
  readonly name: string;
  /** Gravest first; the first one is what a walk reports. Never empty. */
  readonly categories: readonly CategoryId[];
  /** The address that carries the label: the owner's own, or another one of its cluster. */
  readonly address: string;
  readonly kind: 'direct' | 'derived' | 'inherited';
  /** 0 to 100. */
  readonly confidence: number;
  /** Id of the directory's source. */
  readonly source: string;
  /** First day of the label, YYYY-MM-DD; null if the source doesn't specify it. */
  readonly since: string | null;
}

/**
 * Owner of a lot: an address, or its co-spend cluster. Lots with the same `id` have one owner, and a step between them isn't
 * a hop.
 */
export interface Owner {
  /** ID of the cluster, otherwise the address. */
  readonly id: string;
  /** Address that holds this lot, in display format. */
  readonly address: string;
  /** Undefined: not in the directory. */
  readonly label: Label | undefined;
}

/**
 * An amount of one asset received by one owner in one place: on Bitcoin an output (ID `txid:vout`), on Ethereum a movement
 * (ID `hash:number`). The roots of a walk have the same asset; behind a conversion, lots have another one.
 */
export interface Lot {
  /** Unique within a walk; ties are broken by it, so it must not depend on how the ledger stores things. */
  readonly id: string;
  /** Transaction that created it: txid or hash in display format. */
  readonly transaction: string;
  /** Smallest units of the asset, positive. */
  readonly amount: bigint;
  /** Undefined: no address (data, bare scripts), or a destroyed token. */
  readonly owner: Owner | undefined;
  /**
   * Ethereum: the sender, so that a backward walk doesn't need the history of a labeled sender. Undefined for created tokens,
   * and on Bitcoin, where inputs identify the senders.
   */
  readonly from?: Owner;
}

/** Endpoints without owner: newly mined, fee, unspent, burned, or unknown to the ledger. */
export type LotEnd = 'mined' | 'fee' | 'unspent' | 'burnt' | 'unknown';

/**
 * Incoming or outgoing entry of a pool, in order. `transaction`: transaction of an account's endpoint, as evidence. `amount`
 * undefined: unknown, for incoming entries only (spent output outside the ledger, unknown opening balance); known amounts
 * with unknown origin have end `unknown`.
 */
export type Entry =
  | { readonly flow: 'in' | 'out'; readonly lot: Lot }
  | {
      readonly flow: 'in';
      readonly end: 'mined' | 'unknown';
      readonly amount: bigint | undefined;
      readonly transaction?: string;
    }
  | {
      readonly flow: 'out';
      readonly end: 'fee' | 'burnt';
      readonly amount: bigint;
      readonly transaction?: string;
    };

/**
 * Where amounts mix: a Bitcoin transaction (by `bitcoinPool`: inputs, outputs, then the fee), or an Ethereum account with one
 * asset (by `ethereumPool`: its movements in chain order from the first one or an opening balance; backward at least up to
 * the requested lot, forward up to the height of the query).
 */
export interface CommingledPool {
  /** The same for the same pool within a walk. */
  readonly id: string;
  /** The transaction, of Bitcoin; null for an account. */
  readonly transaction: string | null;
  /** The detector's word (`detectCoinJoin`) on a Bitcoin transaction: a walk does not go through one. */
  readonly coinJoin: boolean;
  readonly entries: readonly Entry[];
}

/** Result of reading a lot. */
export type Step =
  /**
   * Backward: the pool that the lot left (Bitcoin: the transaction that created it; Ethereum: the sender's account). Forward:
   * the pool that it entered (Bitcoin: the spending transaction; Ethereum: the owner's account). The lot is among its entries
   * with the same ID.
   */
  | { readonly is: 'pool'; readonly pool: CommingledPool }
  /** Backward: `mined` (rewards, beacon chain withdrawals). Forward: `unspent`, `burnt`. */
  | { readonly is: 'end'; readonly end: 'mined' | 'unspent' | 'burnt' }
  /** Not in the ledger. */
  | { readonly is: 'not_in_ledger' }
  /** More entries than one question may read (`limits.movements`): not read. */
  | { readonly is: 'hub' };

/** An asset is named by the reader. */
export type AssetName = string;

/**
 * What a lot became in its own transaction (forward), or what it was before (backward): assets that an account gave, and
 * others that were received for them.
 */
export interface LotConversion {
  /** Asset of the lot. */
  readonly asset: AssetName;
  /** How it is known who gave what for what (docs/concepts/conversions.md). */
  readonly basis: 'exact' | 'shared' | 'claimed';
  /** Total of the lot's asset on its side of the conversion; the lot is a part of it. */
  readonly total: bigint;
  /** The other side. `amount`: what the total became, or was, of this lot; the rest of it has another origin. */
  readonly others: readonly ConvertedLot[];
  /**
   * Part of the total that stays where it is, because its other side isn't known. Only of links through a mixer, where the others
   * have odds; they are of the same asset.
   */
  readonly unlinked?: bigint;
}

/** A lot on the other side of a conversion. */
export interface ConvertedLot {
  readonly lot: Lot;
  readonly asset: AssetName;
  readonly amount: bigint;
  /** Number of the crossing, if it is on another chain, as the reader names it (docs/concepts/crossings.md). */
  readonly crossing?: number;
  /** Parts per million with which it is the other side; without it, it is. */
  readonly odds?: number;
}

/** Reads for a walk. All results of a walk come from one state: ledger up to one height, directory at one version. */
export interface LotReader {
  /**
   * Returns one step per requested lot, in any order; throws if one is missing. Called at most `limits.rounds` times by a walk.
   */
  read(lots: readonly Lot[], direction: Direction, signal?: AbortSignal): Promise<ReadonlyMap<string, Step>>;
  /**
   * Returns the conversions of lots, by ID of the lot; none for others. Undefined: assets stay what they are. Backward, lots without a
   * known sender that have none are asked for again when they have been read.
   */
  conversions?(
    lots: readonly Lot[],
    direction: Direction,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, LotConversion>>;
  /** Forward: tests whether a lot may have crossed a bridge although no label says that its owner is one. Undefined: none. */
  mayCross?(lot: Lot): boolean;
}

/** Limits of a walk. Amounts behind a conversion count by their share of the roots. */
export interface WalkLimits {
  /** Changes of owner: what lies at more hops is not walked. */
  readonly hops: number;
  /** Lots looked up in all rounds; the largest amounts of a round first. */
  readonly budget: number;
  /** Number of rounds: steps from lot to lot, including those within one owner. */
  readonly rounds: number;
  /** Smallest units; where less than this reaches a lot, the walk does not go on there. */
  readonly minimum: bigint;
  /** Labels of less confidence (0 to 100) do not count. */
  readonly minimumConfidence: number;
}

/** What a walk starts from. */
export interface WalkQuestion {
  readonly direction: Direction;
  readonly method: TaintMethod;
  /** ID of the owner in question. Its own roots are at 0 hops, others at 1. */
  readonly self: string;
  /** Whole lots that the owner received from others (`receiptsOf`), in any order; each once. The same ones for both directions. */
  readonly roots: readonly Lot[];
  /** Amount received beyond the listed roots; reported as not traced. */
  readonly notListed?: bigint;
  readonly limits: WalkLimits;
}

/** One step of a path, starting at the owner in question. */
export interface PathStep {
  readonly transaction: string;
  /** Who is on the other side of it: address and owner id; null where that is no owner. */
  readonly address: string | null;
  readonly owner: string | null;
  /** Part of the traced amount that takes this step, in the asset of the roots. */
  readonly amount: bigint;
  /** Asset that the amount became in this step (backward: was before), if it was converted. */
  readonly asset?: AssetName;
  /** Odds of the link through a mixer that this step is, in parts per million. */
  readonly odds?: number;
}

/** A transaction in which an exposure meets its entity, and how much of the walk's amount does so there. */
export interface Evidence {
  readonly transaction: string;
  readonly amount: bigint;
  readonly hops: number;
}

/** Part of the total that comes from, or goes to, one entity or type of endpoint, directly or indirectly. */
export interface Exposure {
  readonly direction: Direction;
  /** True at one hop, or if the owner hasn't spent it. An entity reached at different distances has two exposures. */
  readonly direct: boolean;
  readonly category: CategoryId;
  /** Null if the category isn't an entity: mined, fee, unspent, burnt, or a CoinJoin. */
  readonly entity: { readonly id: string; readonly name: string } | null;
  readonly amount: bigint;
  /** Parts per million of the total; see `WalkResult`. */
  readonly share: number;
  /** Fewest hops. */
  readonly hops: number;
  /** The amount by hops, ascending; adds up to `amount`. */
  readonly byHops: readonly { readonly hops: number; readonly amount: bigint }[];
  /** The way of the largest part. */
  readonly path: readonly PathStep[];
  /** The largest transactions, at most `evidenceLimit`, and how many there are. */
  readonly evidence: readonly Evidence[];
  readonly transactions: number;
  /** The labels that it rests on, without repeats, at most `evidenceLimit`. */
  readonly labels: readonly Label[];
}

/** Why a part has no answer. `not_in_ledger` is unknown; the others were not walked. */
export const restReasons = [
  'not_in_ledger',
  'hops',
  'budget',
  'rounds',
  'dust',
  'hub',
  'not_listed',
] as const;
export type RestReason = (typeof restReasons)[number];

/** A part of the total without an answer. */
export interface Rest {
  readonly reason: RestReason;
  readonly amount: bigint;
  /** Parts per million of the total. */
  readonly share: number;
}

/**
 * The answer of a walk. Amounts of `exposures` and `rests` add up to `total` exactly; their shares to 1,000,000 (largest
 * remainder), or all are 0 where the total is 0. Order: exposures by amount, then category, entity, direct ones first; rests as
 * `restReasons`.
 */
export interface WalkResult {
  readonly direction: Direction;
  readonly method: TaintMethod;
  /** Amount of the roots and of unlisted lots. */
  readonly total: bigint;
  readonly exposures: readonly Exposure[];
  readonly rests: readonly Rest[];
  /** Lots looked up, and number of rounds. */
  readonly reads: number;
  readonly rounds: number;
}

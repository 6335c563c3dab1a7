import type { CategoryId } from '../categories/categories.ts';

/** `backward`: where what was received comes from. `forward`: where it went. */
export type Direction = 'backward' | 'forward';

/** How what leaves a pool is divided over what came into it; rules and sources: docs/concepts/risk.md. */
export const taintMethods = ['haircut', 'fifo', 'lifo', 'poison'] as const;
export type TaintMethod = (typeof taintMethods)[number];

/** What the directory says of an owner: its chosen attribution, and the categories of the entity (`categoriesOf`). */
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
  /** Day from which the label held, YYYY-MM-DD; null where the source does not say. */
  readonly since: string | null;
}

/**
 * Who holds a lot: an address, or where it is in a co-spend cluster, the cluster. Two lots with the same `id` are of
 * one owner, and a step between them is no hop.
 */
export interface Owner {
  /** The cluster's id where there is one, else the address. */
  readonly id: string;
  /** As answers write it: of a cluster, the address that holds this lot. */
  readonly address: string;
  /** Undefined: the directory says nothing. */
  readonly label: Label | undefined;
}

/**
 * An amount of one asset that came to one owner at one place: on Bitcoin an output (id `txid:vout`), on Ethereum a movement
 * (id `hash:number`). All lots of a walk are of one asset.
 */
export interface Lot {
  /** Unique within a walk; ties are broken by it, so it must not depend on how the ledger stores things. */
  readonly id: string;
  /** The transaction that made it: txid or hash, as answers write it. */
  readonly transaction: string;
  /** Smallest units of the asset, positive. */
  readonly amount: bigint;
  /** Undefined: no address (data, bare scripts). */
  readonly owner: Owner | undefined;
  /**
   * Ethereum: the account that sent it, so that a walk that goes backward need not read the history of a labeled sender.
   * Undefined on Bitcoin, where the inputs of the transaction tell.
   */
  readonly from?: Owner;
}

/** Ends that are no owner: newly mined, paid as fee, still held (or unspent), destroyed, not known to the ledger. */
export type LotEnd = 'mined' | 'fee' | 'held' | 'burnt' | 'unknown';

/**
 * What comes into a pool or leaves it, in order. `transaction`: where an account's end happens, as evidence. `amount` undefined: not known, on the way in only (an input whose output
 * the ledger does not hold, an opening balance that nobody knows); known amounts without a known origin have end `unknown`.
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
 * Where amounts mix: a Bitcoin transaction (`bitcoinPool` makes it: inputs, then outputs, then the fee), or an Ethereum
 * account with one asset (`ethereumPool`: its movements in the order of the chain, from its first one or its opening balance;
 * backward at least up to the lot asked for, forward from before it up to the height of the question).
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

/** What a reader says of a lot. */
export type Step =
  /**
   * Backward: the pool that the lot left (Bitcoin: the transaction that made it; Ethereum: its sender's account).
   * Forward: the one that it went into (Bitcoin: the transaction that spends it; Ethereum: its owner's account). The lot is
   * among its entries with the same id.
   */
  | { readonly is: 'pool'; readonly pool: CommingledPool }
  /** Backward: `mined` (rewards, withdrawals of the beacon chain). Forward: `held` (unspent), `burnt`. */
  | { readonly is: 'end'; readonly end: 'mined' | 'held' | 'burnt' }
  /** The ledger does not hold it (a range of blocks, history that is not here). */
  | { readonly is: 'not_in_ledger' }
  /** More entries than one question may read (`limits.movements`): not read. */
  | { readonly is: 'hub' };

/**
 * Reads for a walk. Answers one step for every lot asked for, in any order; an id without a step is an error. All answers of
 * a walk must be of one state: ledger up to one height, directory of one version. A walk asks at most `limits.rounds` times.
 */
export interface LotReader {
  read(lots: readonly Lot[], direction: Direction, signal?: AbortSignal): Promise<ReadonlyMap<string, Step>>;
}

/** How far a walk goes. */
export interface WalkLimits {
  /** Changes of owner: what lies at more hops is not walked. */
  readonly hops: number;
  /** Lots that are looked up, all rounds together; the largest amounts of a round first. */
  readonly budget: number;
  /** Times that the reader is asked: steps from lot to lot, also those within one owner. */
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
  /** Id of the owner that is asked about. A root of this owner is at 0 hops, another one's at 1. */
  readonly self: string;
  /** Whole lots that the owner received from others (`receiptsOf`), in any order; each once. The same ones for both directions. */
  readonly roots: readonly Lot[];
  /** What it received beyond the roots, where there are too many to list: reported as not walked. */
  readonly notListed?: bigint;
  readonly limits: WalkLimits;
}

/** One step of a path, from the owner that is asked about outwards. */
export interface PathStep {
  readonly transaction: string;
  /** Who is on the other side of it: address and owner id; null where that is no owner. */
  readonly address: string | null;
  readonly owner: string | null;
  /** How much of what the walk follows goes this way. */
  readonly amount: bigint;
}

/** A transaction in which an exposure meets its entity, and how much of the walk's amount does so there. */
export interface Evidence {
  readonly transaction: string;
  readonly amount: bigint;
  readonly hops: number;
}

/** What of the total comes from, or went to, one entity (or one kind of end), directly or indirectly. */
export interface Exposure {
  readonly direction: Direction;
  /** At one hop (or none: still held by the owner); an entity that is met nearer and further has two exposures. */
  readonly direct: boolean;
  readonly category: CategoryId;
  /** Null where the category is no entity: mined, fee, held, burnt, a CoinJoin. */
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
  /** Amount of the roots and of what was not listed. */
  readonly total: bigint;
  readonly exposures: readonly Exposure[];
  readonly rests: readonly Rest[];
  /** Lots looked up, and times the reader was asked. */
  readonly reads: number;
  readonly rounds: number;
}

import { type RiskLevel } from '@hopscope/domain';
import type { CategoryId } from '../categories/categories.ts';
import type { CountryFacts } from '../categories/entity-categories.ts';
import type { ObservedActivity } from '../behavior/rules.ts';
import type { Direction, Label, PathStep, Rest, TaintMethod, WalkResult } from '../exposure/types.ts';
import type { RiskProfile, ScoreGroup } from '../profile/profile.ts';

/** Something that could not be done, and why. */
export interface Failure {
  readonly failed: string;
}

/** Input of a score, all from one state of ledger and directory. */
export interface ScoreInput {
  readonly profile: RiskProfile;
  /** One asset: its sign (`BTC`), and the decimals of its smallest unit. */
  readonly asset: { readonly symbol: string; readonly decimals: number };
  /** `none`: the ledger doesn't cover this chain, or nothing shows whether the address is used. */
  readonly coverage: 'complete' | 'partial' | 'none';
  /** Labels of the address or entity itself. */
  readonly own: readonly Label[];
  readonly backward: WalkResult | Failure;
  readonly forward: WalkResult | Failure;
  /** Null: not assessed, because there are too many transactions (a hub). */
  readonly activity: ObservedActivity | Failure | null;
  /** Thresholds for structuring in smallest units, besides those of the profile: from prices. */
  readonly thresholds?: readonly bigint[];
  /** Countries of entities that labels name, by entity id, also those on no list; without a country nothing is known of the jurisdiction. */
  readonly countries: ReadonlyMap<string, readonly CountryFacts[]>;
}

/** A transaction that a factor rests on. */
export interface FactorEvidence {
  readonly transaction: string;
  readonly amount: bigint;
  /** Null for a flow of the owner itself. */
  readonly hops: number | null;
}

/** An entity that a factor is about. */
export interface FactorEntity {
  readonly id: string | null;
  readonly name: string;
  readonly amount: bigint;
  /** Parts per million of the total of its direction. */
  readonly share: number;
  readonly hops: number;
  readonly path: readonly PathStep[];
}

/** A factor of the score. Scores and contributions are in parts per million. */
export interface Factor {
  /** Stable: the same kind of thing has the same id in every answer. */
  readonly id: string;
  readonly group: ScoreGroup;
  readonly name: string;
  readonly description: string;
  /** How grave by itself: the level of `score`. */
  readonly severity: RiskLevel;
  readonly score: number;
  /** `score` as 0 to 100, rounded. */
  readonly score100: number;
  /** What of the score was cut because its category, their group or its part has reached its most. */
  readonly cut: number;
  /** What it adds to the overall score; all of them add up to it exactly. */
  readonly contribution: number;
  /** The same in whole points of 0 to 100; they add up to `overall100`. */
  readonly points: number;
  /** The overall score if this factor were not there, and as 0 to 100. */
  readonly without: number;
  readonly without100: number;
  readonly category: CategoryId | null;
  readonly direction: Direction | null;
  /** What it is about; null where no amount is. */
  readonly amount: bigint | null;
  readonly share: number | null;
  /** Fewest hops; null of the owner's own doing. */
  readonly hops: number | null;
  /** The largest first, and how many there are. */
  readonly entities: readonly FactorEntity[];
  /** The largest transactions, at most 20, and how many there are (of entities with more than 20 each, those that several share count for each). */
  readonly evidence: readonly FactorEvidence[];
  readonly transactions: number;
  readonly labels: readonly Label[];
}

/** One of the three parts. */
export interface GroupScore {
  readonly group: ScoreGroup;
  /** Null: nothing is known that this part could be of. */
  readonly score: number | null;
  readonly score100: number | null;
  readonly level: RiskLevel;
  /** Parts per million. */
  readonly weight: number;
  /** `score` times `weight`, plus the amount added by the dominance rule. */
  readonly weighted: number;
  readonly raised: number;
  /** Ids of its factors, the strongest first. */
  readonly factors: readonly string[];
}

/** Shares of the amounts by result, in parts per million: they add up to 1,000,000, or are 0 if nothing moved. */
export interface ScoreCoverage {
  readonly direction: Direction;
  readonly total: bigint;
  readonly known: number;
  readonly unknown: number;
  readonly notWalked: number;
  readonly rests: readonly Rest[];
  readonly reads: number;
}

/**
 * `scored`: a number, including 0. `nothing_known`: assessed, but no known entity was found. `not_covered`: the required
 * blocks aren't in the ledger. `failed`: an error occurred; a partial score would be too low.
 */
export type ScoreState = 'scored' | 'nothing_known' | 'not_covered' | 'failed';

/** A score that can be opened down to its transactions, and recomputed. */
export interface ScoreAnswer {
  readonly state: ScoreState;
  /** Why there is no score; null if there is one. */
  readonly reason: string | null;
  /** Parts per million of 1; null unless `scored`. */
  readonly overall: number | null;
  readonly overall100: number | null;
  readonly level: RiskLevel;
  readonly groups: readonly GroupScore[];
  /** The largest contribution first. */
  readonly factors: readonly Factor[];
  readonly coverage: readonly ScoreCoverage[];
  /** Parts that were not assessed, as sentences. */
  readonly notAssessed: readonly string[];
  readonly method: TaintMethod;
  readonly profile: { readonly name: string; readonly version: string };
}

import { type LevelBounds } from '@hopscope/domain';
import type { CategoryGroup, CategoryId } from '../categories/categories.ts';
import type { CountryListing } from '../categories/entity-categories.ts';
import type { BehaviorRules } from '../behavior/rules.ts';
import { digestOf } from '../digest.ts';
import type { Direction, TaintMethod } from '../exposure/types.ts';

/** The three parts of a score. */
export const scoreGroups = ['entity', 'transaction', 'jurisdiction'] as const;
export type ScoreGroup = (typeof scoreGroups)[number];

/** Categories that a profile sets severities for; jurisdictions have a part of their own. */
export type ScoredCategory = Exclude<
  CategoryId,
  'high_risk_jurisdiction' | 'personal' | 'unnamed' | 'mined' | 'fee' | 'unspent' | 'burnt'
>;

/** Risk profile of an organization. Shares, weights, and intensities are in parts per million; see docs/concepts/risk.md. */
export interface RiskProfile {
  readonly name: string;
  readonly walk: {
    readonly method: TaintMethod;
    readonly hops: number;
    /** Lots looked up per direction. */
    readonly budget: number;
    readonly rounds: number;
    /** Movements of one account or entries of one transaction above which it is a hub and not read. */
    readonly movements: number;
    /** Part of the total; a walk doesn't follow smaller amounts. */
    readonly minimumShare: number;
    /** 0 to 100. */
    readonly minimumConfidence: number;
    /** How often links through mixers have to be right to be followed; 0: none are. */
    readonly mixerLinks: number;
  };
  /** What each part counts in the overall score; together 1,000,000. */
  readonly weights: Readonly<Record<ScoreGroup, number>>;
  /** The overall score is at least so much of the part's own score. */
  readonly dominance: Readonly<Record<ScoreGroup, number>>;
  /** What an amount counts at 1, 2, … hops, by direction; the last one also beyond. */
  readonly hopWeights: Readonly<Record<Direction, readonly number[]>>;
  /** 0 to 100. */
  readonly severities: Readonly<Record<ScoredCategory, number>>;
  /** The share at which an exposure has the whole severity. */
  readonly saturations: Readonly<Record<ScoredCategory, number>>;
  /** What all categories of a group bring together at most, to the score of their part. */
  readonly caps: Readonly<Record<CategoryGroup, number>>;
  readonly direct: {
    /** Direct dealings of at least this share … */
    readonly from: number;
    /** … weigh at least so much of their severity, by the category's group. */
    readonly intensities: Readonly<Record<CategoryGroup, number>>;
  };
  readonly countries: {
    /** 0 to 100. */
    readonly severities: Readonly<Record<CountryListing, number>>;
    readonly saturation: number;
  };
  readonly behaviors: BehaviorRules;
  /** Amounts that reports or questions begin at, in smallest units as decimal text, by asset (`BTC`, `ETH`, a contract). */
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
  /** Without any factor: the share that must have an answer for the score to be 0 rather than unknown. */
  readonly minimumKnown: number;
  readonly levels: LevelBounds;
}

const versions = new WeakMap<RiskProfile, string>();

/** Hash of the settings (64 hex digits), independent of the name. */
export function profileVersion(profile: RiskProfile): string {
  const known = versions.get(profile);
  if (known !== undefined) return known;
  const { name: _, ...settings } = profile;
  const version = digestOf(settings);
  versions.set(profile, version);
  return version;
}

/** What a share of a total is, rounded up: the least amount that a walk with this profile follows. */
export function minimumOf(profile: RiskProfile, total: bigint): bigint {
  return (total * BigInt(profile.walk.minimumShare) + 999_999n) / 1_000_000n;
}

import { riskLevelOf, type RiskLevel, plural } from '@hopscope/domain';
import { largestRemainder } from '../exposure/share-out.ts';
import type { ObservedActivity } from '../behavior/rules.ts';
import type { CategoryId } from '../categories/categories.ts';
import type { Exposure, WalkResult } from '../exposure/types.ts';
import { profileVersion, type RiskProfile, type ScoreGroup, scoreGroups } from '../profile/profile.ts';
import type {
  Factor,
  Failure,
  GroupScore,
  ScoreAnswer,
  ScoreCoverage,
  ScoreInput,
  ScoreState,
} from './answer.ts';
import { behaviorFactors, thresholdsOf } from './behavior-factors.ts';
import { countryFactors, ownCountryFactors } from './country-factors.ts';
import { countingLabels, exposureFactors, ownFactors } from './exposure-factors.ts';
import type { RawFactor } from './raw-factor.ts';
import { addUp, byStrength, type ScoreSum, type Weighed } from './sum.ts';
import { outOf100, percentText } from './format.ts';

/** Endpoints of a walk that reveal no counterparty. */
const nobody: readonly CategoryId[] = ['unspent', 'fee', 'burnt'];

function isInformative({ category }: Exposure): boolean {
  return !nobody.includes(category);
}

function isFailure(value: WalkResult | ObservedActivity | Failure): value is Failure {
  return 'failed' in value;
}

function coverageOf({ direction, total, exposures, rests, reads }: WalkResult): ScoreCoverage {
  const sum = (shares: readonly { share: number }[]): number =>
    shares.reduce((all, { share }) => all + share, 0);
  return {
    direction,
    total,
    known: sum(exposures),
    unknown: sum(rests.filter(({ reason }) => reason === 'not_in_ledger')),
    notWalked: sum(rests.filter(({ reason }) => reason !== 'not_in_ledger')),
    rests,
    reads,
  };
}

/** Returns why there is no score although nothing failed, or null. */
function whyNot(input: ScoreInput, walks: readonly WalkResult[], raw: readonly RawFactor[]): string | null {
  const { profile } = input;
  if (raw.length > 0 || countingLabels(input).length > 0) return null;
  const total = walks.reduce((sum, walk) => sum + walk.total, 0n);
  if (total === 0n) return 'No received or sent funds to assess.';
  const known = walks
    .flatMap(({ exposures }) => exposures)
    .filter(isInformative)
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (known * 1_000_000n >= total * BigInt(profile.minimumKnown)) return null;
  const hops = profile.walk.hops;
  return `No known entity within ${hops} ${plural(hops, 'hop')} (less than ${percentText(profile.minimumKnown)} of the amounts).`;
}

/** Returns the groups with data; the others have no score. */
function knownGroups(
  input: ScoreInput,
  walks: readonly WalkResult[],
  raw: readonly RawFactor[],
): Set<ScoreGroup> {
  const known = new Set(raw.map(({ group }) => group));
  const exposures = walks.flatMap((walk) => walk.exposures).filter(isInformative);
  const isNamed = countingLabels(input).length > 0;
  if (isNamed || exposures.length > 0) known.add('entity');
  const named = [
    ...countingLabels(input).map(({ entity }) => entity),
    ...exposures.flatMap(({ entity }) => entity?.id ?? []),
  ];
  if (named.some((id) => (input.countries.get(id) ?? []).length > 0)) known.add('jurisdiction');
  if (input.activity && !isFailure(input.activity) && input.activity.flows.length > 0)
    known.add('transaction');
  return known;
}

function notAssessed(input: ScoreInput): string[] {
  const { activity, asset } = input;
  if (activity === null) return ['Behavior not assessed: too many transactions.'];
  if (isFailure(activity)) return [];
  const notes: string[] = [];
  if (thresholdsOf(input).length === 0) {
    notes.push(`Structuring not assessed: no threshold for ${asset.symbol}.`);
  }
  if (!activity.complete) {
    notes.push('Dormancy not assessed: not all transactions were read.');
  }
  return notes;
}

/** Divides a displayed score among its factors, strongest first, in whole points that add up to it. */
function pointsOf(ids: readonly string[], { overall, contributions }: ScoreSum): number[] {
  const parts = ids.map((id) => BigInt(contributions.get(id) ?? 0));
  return largestRemainder(parts, BigInt(outOf100(overall)));
}

function byContribution({ contributions }: ScoreSum): (a: Weighed, b: Weighed) => number {
  return (a, b) => (contributions.get(b.id) ?? 0) - (contributions.get(a.id) ?? 0) || byStrength(a, b);
}

function factorsOf(raw: readonly RawFactor[], sum: ScoreSum, { profile }: ScoreInput): Factor[] {
  const sorted = raw.toSorted(byContribution(sum));
  const points = pointsOf(
    sorted.map(({ id }) => id),
    sum,
  );
  return sorted.map((one, i): Factor => {
    const { caps: _, ...factor } = one;
    const without = addUp(
      raw.filter(({ id }) => id !== factor.id),
      profile,
    ).overall;
    return {
      ...factor,
      severity: riskLevelOf(outOf100(factor.score), profile.levels),
      score100: outOf100(factor.score),
      cut: factor.score - (sum.counted.get(factor.id) ?? 0),
      contribution: sum.contributions.get(factor.id) ?? 0,
      points: points[i] ?? 0,
      without,
      without100: outOf100(without),
    };
  });
}

function groupsOf(
  known: ReadonlySet<ScoreGroup>,
  raw: readonly RawFactor[],
  sum: ScoreSum,
  { profile }: ScoreInput,
): GroupScore[] {
  return scoreGroups.map((group): GroupScore => {
    const { score, weighted, raised } = sum.groups[group];
    const score100 = known.has(group) ? outOf100(score) : null;
    return {
      group,
      score: known.has(group) ? score : null,
      score100,
      level: riskLevelOf(score100, profile.levels),
      weight: profile.weights[group],
      weighted,
      raised,
      factors: raw
        .filter((factor) => factor.group === group)
        .toSorted(byStrength)
        .map(({ id }) => id),
    };
  });
}

/** A score, and its factors as they are added up; none without a score. */
export interface ScoreInParts {
  readonly answer: ScoreAnswer;
  readonly weighed: readonly Weighed[];
}

/** A score without some of its factors. Contributions and `overall` are in parts per million. */
export interface Recount {
  readonly overall: number;
  readonly overall100: number;
  readonly level: RiskLevel;
  /** The remaining factors, the largest contribution first; points add up to `overall100`. */
  readonly factors: readonly {
    readonly id: string;
    readonly contribution: number;
    readonly points: number;
  }[];
}

/** Adds up a score again without the factors of the given ids, by the rules of `scoreOf`. */
export function recountScore(
  weighed: readonly Weighed[],
  without: ReadonlySet<string>,
  profile: RiskProfile,
): Recount {
  const left = weighed.filter(({ id }) => !without.has(id));
  const sum = addUp(left, profile);
  const overall100 = outOf100(sum.overall);
  const ids = left.toSorted(byContribution(sum)).map(({ id }) => id);
  const points = pointsOf(ids, sum);
  return {
    overall: sum.overall,
    overall100,
    level: riskLevelOf(overall100, profile.levels),
    factors: ids.map((id, i) => ({
      id,
      contribution: sum.contributions.get(id) ?? 0,
      points: points[i] ?? 0,
    })),
  };
}

/**
 * Computes the score of an address, cluster, or entity from walks, labels, and activity; see docs/concepts/risk.md.
 * Deterministic. Contributions add up to the overall score exactly, and points to the displayed score.
 */
export function scoreOf(input: ScoreInput): ScoreAnswer {
  return scoreInParts(input).answer;
}

/** Computes a score as `scoreOf`, with what `recountScore` needs. */
export function scoreInParts(input: ScoreInput): ScoreInParts {
  const { profile, backward, forward, activity } = input;
  const walks = [backward, forward].flatMap((walk) => (isFailure(walk) ? [] : [walk]));
  const failures = [backward, forward, activity].flatMap((one) =>
    one && isFailure(one) ? [one.failed] : [],
  );
  const raw = [
    ...ownFactors(input),
    ...ownCountryFactors(input),
    ...walks.flatMap((walk) => [...exposureFactors(walk, input), ...countryFactors(walk, input)]),
    ...(activity && !isFailure(activity) ? behaviorFactors(activity, input) : []),
  ];
  const common = {
    coverage: walks.map(coverageOf),
    notAssessed: notAssessed(input),
    method: profile.walk.method,
    profile: { name: profile.name, version: profileVersion(profile) },
  };
  const without = (state: ScoreState, reason: string): ScoreInParts => ({
    answer: {
      ...common,
      state,
      reason,
      overall: null,
      overall100: null,
      level: 'unknown',
      groups: scoreGroups.map((group) => ({
        group,
        score: null,
        score100: null,
        level: 'unknown',
        weight: profile.weights[group],
        weighted: 0,
        raised: 0,
        factors: [],
      })),
      factors: [],
    },
    weighed: [],
  });
  if (failures.length > 0) return without('failed', failures.join(' '));
  if (input.coverage === 'none' && countingLabels(input).length === 0) {
    return without('not_covered', 'The required blocks are not in the ledger.');
  }
  const reason = whyNot(input, walks, raw);
  if (reason !== null) return without('nothing_known', reason);
  const sum = addUp(raw, profile);
  const overall100 = outOf100(sum.overall);
  return {
    answer: {
      ...common,
      state: 'scored',
      reason: null,
      overall: sum.overall,
      overall100,
      level: riskLevelOf(overall100, profile.levels),
      groups: groupsOf(knownGroups(input, walks, raw), raw, sum, input),
      factors: factorsOf(raw, sum, input),
    },
    weighed: raw.map(({ id, group, score, caps }) => ({ id, group, score, caps })),
  };
}

import type { EntityType } from '@hopscope/demo';
import {
  type BehaviorId,
  behaviorIds,
  type MeasuredRisk,
  type MeasuredShare,
  type RiskGroup,
  riskGroups,
  taintMethods,
} from '@hopscope/risk';
import type { RiskSample, RiskCase } from './evaluate-risk.ts';

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

function shareOf<T>(all: readonly T[], matches: (one: T) => boolean): MeasuredShare {
  const right = all.filter(matches).length;
  return { value: all.length === 0 ? null : rounded(right / all.length), right, of: all.length };
}

/** Returns the share weighted by the number of addresses that each case represents; counts are unweighted. */
function weighedShare(all: readonly RiskCase[], matches: (one: RiskCase) => boolean): MeasuredShare {
  const weightOf = (some: readonly RiskCase[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  const right = all.filter(matches);
  const value = all.length === 0 ? null : rounded(weightOf(right) / weightOf(all));
  return { value, right: right.length, of: all.length };
}

const isMedium = ({ level }: RiskCase): boolean => level === 'medium' || level === 'high';
const isHigh = ({ level }: RiskCase): boolean => level === 'high';

/**
 * Returns the area under the ROC curve (Mann–Whitney U): the probability that a bad case scores higher than a clean one, with
 * ties counted as half. Null if either list is empty.
 */
export function areaUnder(bad: readonly number[], clean: readonly number[]): number | null {
  if (bad.length === 0 || clean.length === 0) return null;
  const sorted = clean.toSorted((a, b) => a - b);
  const below = (limit: number, orEqual: boolean): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = sorted[middle] ?? 0;
      if (value < limit || (orEqual && value === limit)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = bad.reduce((sum, one) => sum + (below(one, false) + below(one, true)) / 2, 0);
  return rounded(wins / (bad.length * clean.length));
}

const scoresOf = (cases: readonly RiskCase[]): number[] => cases.map(({ score }) => score ?? 0);
const inGroup = (cases: readonly RiskCase[], group: RiskGroup): RiskCase[] =>
  cases.filter((one) => one.group === group);

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

function aucOf(cases: readonly RiskCase[], hops: 1 | 2 | 3): number | null {
  return areaUnder(scoresOf(inGroup(cases, `received_${hops}`)), scoresOf(inGroup(cases, 'clean')));
}

const actors: readonly EntityType[] = [
  'sanctioned',
  'ransomware',
  'hacker',
  'darknet_market',
  'investment_scam',
  'mixer',
];

function ruleOf(cases: readonly RiskCase[], id: BehaviorId): MeasuredRisk['rules'][number] {
  const found = cases.filter(({ rules }) => rules.has(id));
  const expected = (one: RiskCase): boolean => (id === 'peel_chain' ? one.peels : one.structured);
  const isKnown = id === 'peel_chain' || id === 'structuring';
  const reported = found.filter(({ rules }) => rules.get(id) !== null);
  const evaluated = found.filter(({ bad }) => bad !== null);
  return {
    id,
    precision: weighedShare(reported, ({ rules }) => rules.get(id) === true),
    recall: isKnown
      ? shareOf(cases.filter(expected), ({ rules }) => rules.has(id))
      : shareOf([], () => false),
    bad: weighedShare(evaluated, ({ bad }) => bad === true),
    clean: shareOf(inGroup(cases, 'clean'), ({ rules }) => rules.has(id)),
  };
}

/** Returns the quality figures of scores over all demo networks. */
export function figuresOf(
  demos: readonly { seed: number; transactions: number; risk: RiskSample }[],
): MeasuredRisk {
  const cases = demos.flatMap(({ risk }) => risk.cases);
  const perfect = demos.flatMap(({ risk }) => risk.perfect);
  const methods = demos.flatMap(({ risk }) => risk.methods);
  const clean = inGroup(cases, 'clean');
  const known = cases.filter(({ bad }) => bad !== null);
  const illicit = cases.filter(
    ({ isListed, group, actor }) =>
      isListed && actor !== 'mixer' && (group === 'illicit_listed' || group === 'peel_chain'),
  );
  const times = cases.map(({ milliseconds }) => milliseconds);
  return {
    seeds: demos.map(({ seed }) => seed),
    transactions: demos.reduce((sum, { transactions }) => sum + transactions, 0),
    addresses: cases.length,
    direct: { medium: shareOf(illicit, isMedium), high: shareOf(illicit, isHigh) },
    clean: { medium: shareOf(clean, isMedium), high: shareOf(clean, isHigh) },
    auc: ([1, 2, 3] as const).map((hops) => ({
      hops,
      cases: inGroup(cases, `received_${hops}`).length,
      value: aucOf(cases, hops),
      perfectDirectory: aucOf(perfect, hops),
    })),
    groups: riskGroups.map((group) => {
      const own = inGroup(cases, group);
      return {
        group,
        asked: own.length,
        unknown: own.filter(({ score }) => score === null).length,
        medium: own.filter(isMedium).length,
        high: own.filter(isHigh).length,
        median: Math.round(quantile(scoresOf(own), 0.5) / 10_000),
      };
    }),
    actors: actors.map((actor) => {
      const own = cases.filter((one) => one.actor === actor);
      const near = own.filter(({ group }) => group === 'received_1' || group === 'received_2');
      return {
        actor,
        listed: shareOf(
          own.filter(({ isListed }) => isListed),
          isMedium,
        ),
        auc: areaUnder(scoresOf(near), scoresOf(clean)),
        cases: near.length,
      };
    }),
    reliability: Array.from({ length: 10 }, (_, bin) => ({
      from: bin * 10,
      bad: weighedShare(
        known.filter(({ score }) => score !== null && Math.min(9, Math.floor(score / 100_000)) === bin),
        ({ bad }) => bad === true,
      ),
    })),
    // Freezes are read from events, so there is nothing to measure.
    rules: behaviorIds.filter((id) => !id.startsWith('frozen')).map((id) => ruleOf(cases, id)),
    methods: taintMethods
      .filter((method) => method !== 'haircut')
      .map((method) => {
        const own = methods.filter((one) => one.method === method);
        return {
          method,
          sameLevel: shareOf(own, ({ sameLevel }) => sameLevel),
          apart: rounded(own.reduce((sum, { apart }) => sum + apart, 0) / Math.max(1, own.length) / 1e6),
        };
      }),
    milliseconds: { p50: Math.round(quantile(times, 0.5)), p95: Math.round(quantile(times, 0.95)) },
  };
}

import { byText } from '@hopscope/domain';
import { largestRemainder } from '../exposure/share-out.ts';
import { type RiskProfile, type ScoreGroup, scoreGroups } from '../profile/profile.ts';

const million = 1_000_000;

/** A factor for aggregation, in parts per million. */
export interface Weighed {
  readonly id: string;
  readonly group: ScoreGroup;
  readonly score: number;
  readonly caps: readonly Cap[];
}

/** What factors of one part that name it bring together at most. */
export interface Cap {
  readonly id: string;
  readonly limit: number;
}

/** Result of a part of the score. */
export interface GroupSum {
  readonly score: number;
  readonly weighted: number;
  readonly raised: number;
}

/** A score and what each factor brings. */
export interface ScoreSum {
  readonly overall: number;
  readonly groups: Readonly<Record<ScoreGroup, GroupSum>>;
  /** By factor id: what of its score counts within its part, and what it brings to the overall score. */
  readonly counted: ReadonlyMap<string, number>;
  readonly contributions: ReadonlyMap<string, number>;
}

/** The strongest first; of equals by id. */
export function byStrength(a: Weighed, b: Weighed): number {
  return b.score - a.score || byText(a.id, b.id);
}

/** Adds up scores of one part, strongest first, up to 1 or a cap; the weakest are cut. */
function countIn(factors: readonly Weighed[]): Map<string, number> {
  let room = million;
  const left = new Map<string, number>();
  return new Map(
    factors.toSorted(byStrength).map(({ id, score, caps }) => {
      const counted = Math.min(score, room, ...caps.map((cap) => left.get(cap.id) ?? cap.limit));
      room -= counted;
      for (const cap of caps) left.set(cap.id, (left.get(cap.id) ?? cap.limit) - counted);
      return [id, counted];
    }),
  );
}

const product = (a: number, b: number): number => Math.floor((a * b) / million);

/**
 * Aggregates factors (docs/concepts/risk.md): each part is the sum of its factors, at most 1 and within their caps; the
 * overall score is the weighted sum of the parts, but at least the dominance share of the highest part. The increase is
 * credited to that part's factors. Contributions are whole parts per million, in proportion, and add up exactly.
 */
export function addUp(
  factors: readonly Weighed[],
  profile: Pick<RiskProfile, 'weights' | 'dominance'>,
): ScoreSum {
  const counted = new Map<string, number>();
  const scores = { entity: 0, transaction: 0, jurisdiction: 0 };
  const members = scoreGroups.map((group) => {
    const own = countIn(factors.filter((one) => one.group === group));
    for (const [id, value] of own) {
      counted.set(id, value);
      scores[group] += value;
    }
    return { group, own };
  });
  const weighted = (group: ScoreGroup): number => product(scores[group], profile.weights[group]);
  const floor = (group: ScoreGroup): number => product(scores[group], profile.dominance[group]);
  const plain = scoreGroups.reduce((sum, group) => sum + weighted(group), 0);
  const [leader] = scoreGroups.toSorted((a, b) => floor(b) - floor(a));
  const lift = leader ? Math.max(0, floor(leader) - plain) : 0;
  const sumOf = (group: ScoreGroup): GroupSum => ({
    score: scores[group],
    weighted: weighted(group),
    raised: group === leader ? lift : 0,
  });
  const groups = {
    entity: sumOf('entity'),
    transaction: sumOf('transaction'),
    jurisdiction: sumOf('jurisdiction'),
  };
  const contributions = new Map<string, number>();
  for (const { group, own } of members) {
    const brings = groups[group].weighted + groups[group].raised;
    const parts = largestRemainder([...own.values()].map(BigInt), BigInt(brings));
    [...own.keys()].forEach((id, i) => contributions.set(id, parts[i] ?? 0));
  }
  return { overall: plain + lift, groups, counted, contributions };
}

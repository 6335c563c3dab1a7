import type { EntityType } from '@hopscope/demo';
import type { RiskLevel } from '@hopscope/domain';
import {
  type BehaviorId,
  behaviorIds,
  type RiskGroup,
  riskGroups,
  type TaintMethod,
  taintMethods,
} from '@hopscope/risk';
import { byteKey } from '../ledger/shared/byte-keys.ts';
import type { Scored } from '../contexts/risk/scores/score.service.ts';
import { type AddressTruth, isIllicit, type RiskTruth } from './risk-truth.ts';
import type { FixtureLedger } from './fixture-ledger.ts';

/** A score with the ground truth of its address. */
export interface RiskCase {
  readonly group: RiskGroup;
  /** Type of the illicit actor that owns it, or that most of its illicit money comes from. */
  readonly actor: EntityType | undefined;
  /** Number of addresses of its group that it represents. */
  readonly weight: number;
  /** True if it belongs to an illicit actor, or at least a tenth comes from or goes to one; null: only through a CoinJoin. */
  readonly bad: boolean | null;
  /** The directory names its owner. */
  readonly isListed: boolean;
  /** In parts per million; null: no score. */
  readonly score: number | null;
  readonly level: RiskLevel;
  /** Behavior findings: whether their transactions follow the pattern of the rule; null: not recorded by the simulation. */
  readonly rules: ReadonlyMap<BehaviorId, boolean | null>;
  readonly peels: boolean;
  readonly structured: boolean;
  readonly milliseconds: number;
}

/** A score by one method, compared with the default method. */
export interface MethodCase {
  readonly method: TaintMethod;
  readonly sameLevel: boolean;
  /** Absolute difference of scores in parts per million. */
  readonly apart: number;
}

/** Scores of one demo network. */
export interface RiskSample {
  readonly cases: readonly RiskCase[];
  /** Scores with a complete directory, of the groups that ROC AUC by hops is computed from. */
  readonly perfect: readonly RiskCase[];
  readonly methods: readonly MethodCase[];
}

const isPart = (amount: bigint, of: bigint, oneIn: bigint): boolean => amount * oneIn >= of;

function groupOf(truth: AddressTruth, isListed: boolean): RiskGroup | undefined {
  const { type, received, indirectIllicit, illicitForward, flowing, hops = 0 } = truth;
  if (truth.peels) return 'peel_chain';
  if (truth.structured >= 5) return 'structuring';
  if (type === 'mixer') return isListed ? 'mixer_listed' : undefined;
  if (isIllicit(truth.entity)) return isListed ? 'illicit_listed' : 'illicit_unlisted';
  if (type !== 'person' && type !== 'customer') return undefined;
  if (isPart(indirectIllicit, received, 10n)) {
    return hops > 3 ? 'received_more' : (['received_1', 'received_2', 'received_3'] as const)[hops - 1];
  }
  if (isPart(illicitForward, received, 10n)) return 'sent';
  if (isPart(flowing, received, 10n)) return 'coinjoin';
  if (isPart(indirectIllicit + illicitForward + flowing, received, 1000n)) return 'little';
  return isPart(truth.indirectRisky + truth.riskyForward, received, 10n) ? 'risky_services' : 'clean';
}

/** Samples at most `most` items at even intervals. */
function thin<T>(all: readonly T[], limit: number): T[] {
  const every = Math.max(1, all.length / limit);
  return Array.from({ length: Math.min(limit, all.length) }, (_, i) => all[Math.floor(i * every)]).filter(
    (one) => one !== undefined,
  );
}

function actorOf({ entity, type, sources }: AddressTruth): EntityType | undefined {
  if (isIllicit(entity)) return type;
  return [...sources].toSorted(([, a], [, b]) => (a < b ? 1 : -1))[0]?.[0];
}

/** Transactions that a rule has to find; undefined if the simulation doesn't record them. */
function expectedBy(id: BehaviorId, truth: RiskTruth): ReadonlySet<string> | undefined {
  if (id === 'peel_chain') return truth.peels;
  if (id === 'structuring') return truth.structured;
  return id === 'poisoning' ? truth.poisonings : undefined;
}

function rulesOf({ record }: Scored, truth: RiskTruth): Map<BehaviorId, boolean | null> {
  const found = new Map<BehaviorId, boolean | null>();
  for (const id of behaviorIds) {
    const factor = record.answer.factors.find((one) => one.id === `behavior.${id}`);
    if (!factor) continue;
    const expected = expectedBy(id, truth);
    const right = factor.evidence.filter(({ transaction }) => expected?.has(transaction)).length;
    found.set(id, expected ? right * 2 >= factor.evidence.length : null);
  }
  return found;
}

/** Scores sampled addresses of every group, and some by every method. `limits`: most samples per group. */
export async function evaluateRisk(
  truth: RiskTruth,
  fixture: FixtureLedger,
  limits: { clean: number; others: number; methods: number },
): Promise<RiskSample> {
  const named = new Map(
    truth.attributions.map((attribution) => [byteKey(attribution.key), attribution.entity]),
  );
  const isListed = (one: AddressTruth): boolean => named.get(byteKey(one.key)) === one.entity;
  const seen = [...truth.addresses.values()].filter(({ received }) => received > 0n);
  const groups = Map.groupBy(seen, (one) => groupOf(one, isListed(one)));
  const sizes: Partial<Record<RiskGroup, number>> = {
    clean: limits.clean,
    mixer_listed: limits.others * 0.8,
    peel_chain: limits.others * 0.5,
  };

  async function score(one: AddressTruth, group: RiskGroup, weight: number): Promise<RiskCase> {
    const begun = performance.now();
    const scored = await fixture.score(one);
    const { overall, level } = scored.record.answer;
    const bad =
      isIllicit(one.entity) ||
      isPart(one.indirectIllicit, one.received, 10n) ||
      isPart(one.illicitForward, one.received, 10n);
    return {
      group,
      actor: actorOf(one),
      weight,
      bad: !bad && group === 'coinjoin' ? null : bad,
      isListed: isListed(one),
      score: overall,
      level,
      rules: rulesOf(scored, truth),
      peels: one.peels,
      structured: one.structured >= 5,
      milliseconds: performance.now() - begun,
    };
  }

  async function scoreGroups(wanted: readonly RiskGroup[]): Promise<RiskCase[]> {
    const cases: RiskCase[] = [];
    for (const group of wanted) {
      const all = groups.get(group) ?? [];
      const some = thin(all, Math.floor(sizes[group] ?? limits.others));
      for (const one of some) cases.push(await score(one, group, all.length / some.length));
    }
    return cases;
  }

  await fixture.importDirectory(truth.attributions);
  const cases = await scoreGroups(riskGroups);
  const methods: MethodCase[] = [];
  const compared = (['received_1', 'received_2', 'received_3', 'sent'] as const).flatMap((group) =>
    thin(groups.get(group) ?? [], Math.floor(limits.methods / 4)),
  );
  for (const one of compared) {
    const { overall, level } = (await fixture.score(one)).record.answer;
    for (const method of taintMethods.filter((id) => id !== 'haircut')) {
      const other = (await fixture.score(one, method)).record.answer;
      const apart = Math.abs((overall ?? 0) - (other.overall ?? 0));
      methods.push({ method, sameLevel: other.level === level, apart });
    }
  }
  await fixture.importDirectory(truth.perfect);
  const perfect = await scoreGroups(['received_1', 'received_2', 'received_3', 'clean']);
  return { cases, perfect, methods };
}

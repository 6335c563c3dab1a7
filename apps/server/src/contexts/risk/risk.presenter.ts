import type {
  CallOutput,
  calculateRisk,
  compareRiskMethods,
  recountRisk,
  RiskExposure,
  RiskWalk,
} from '@hopscope/contract';
import {
  categories,
  type CategoryId,
  type Exposure,
  type Factor,
  type FactorEntity,
  type FactorEvidence,
  type Failure,
  type Label,
  labelSourceText,
  type PathStep,
  recountScore,
  type RiskProfile,
  type ScoreGroup,
  severityOf,
  verdictOf,
  type WalkResult,
} from '@hopscope/risk';
import { csamId, csamName } from '../directory/attributions/csam.ts';
import { partsOfAssetName } from './scores/ethereum-conversions.ts';
import type { Scored } from './scores/score.service.ts';

type RiskScore = CallOutput<typeof calculateRisk>['data'];
type Recounted = CallOutput<typeof recountRisk>['data'];
type MethodRow = CallOutput<typeof compareRiskMethods>['data'][number];

/** Entities whose names the reader does not see. */
type Hidden = ReadonlySet<string>;

const million = 1_000_000;
const fraction = (parts: number): number => parts / million;
const fractionOrNull = (parts: number | null): number | null => (parts === null ? null : fraction(parts));
const textOrNull = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

function presentPath(path: readonly PathStep[]): RiskExposure['path'] {
  return path.map(({ transaction, address, amount, asset, odds }) => ({
    transaction,
    address,
    amount: String(amount),
    // A link through a mixer is of the same asset.
    converted: asset === undefined || odds !== undefined ? null : partsOfAssetName(asset),
    odds: odds === undefined ? null : fraction(odds),
  }));
}

function presentEvidence(evidence: readonly FactorEvidence[]): RiskExposure['evidence'] {
  return evidence.map(({ transaction, amount, hops }) => ({ transaction, amount: String(amount), hops }));
}

function presentLabel(label: Label, hidden: Hidden): RiskExposure['labels'][number] {
  const { kind, confidence, source, since, address } = label;
  const secret = hidden.has(label.entity);
  return {
    entity: secret ? csamId : label.entity,
    name: secret ? csamName : label.name,
    categories: [...label.categories],
    address,
    kind,
    confidence,
    source: secret ? '' : source,
    since: secret ? null : since,
  };
}

function presentEntity(entity: FactorEntity, hidden: Hidden) {
  const secret = entity.id !== null && hidden.has(entity.id);
  return {
    id: secret ? csamId : entity.id,
    name: secret ? csamName : entity.name,
    amount: String(entity.amount),
    share: fraction(entity.share),
    hops: entity.hops,
    path: presentPath(entity.path),
  };
}

/** Description of a factor with the names of hidden entities replaced and the sources of their labels removed. */
function withoutNames({ description, entities, labels }: Factor, hidden: Hidden): string {
  const secret = labels.filter(({ entity }) => hidden.has(entity));
  const named = [
    ...entities.flatMap(({ id, name }) => (id !== null && hidden.has(id) ? [name] : [])),
    ...secret.map(({ name }) => name),
  ];
  const redacted = secret.reduce((text, label) => text.replaceAll(labelSourceText(label), '('), description);
  return named.reduce((text, name) => text.replaceAll(name, csamName), redacted);
}

function presentFactor(factor: Factor, hidden: Hidden): RiskScore['entityRisk']['factors'][number] {
  return {
    id: factor.id,
    name: factor.name,
    severity: factor.severity,
    score: fraction(factor.score),
    description: withoutNames(factor, hidden),
    group: factor.group,
    contribution: fraction(factor.contribution),
    points: factor.points,
    without: fraction(factor.without),
    category: factor.category,
    direction: factor.direction,
    amount: textOrNull(factor.amount),
    share: fractionOrNull(factor.share),
    hops: factor.hops,
    entities: factor.entities.map((entity) => presentEntity(entity, hidden)),
    evidence: presentEvidence(factor.evidence),
    transactions: factor.transactions,
    labels: factor.labels.map((label) => presentLabel(label, hidden)),
  };
}

function presentExposure(
  exposure: Exposure,
  { hidden, profile }: { hidden: Hidden; profile: RiskProfile },
): RiskExposure {
  const { entity, category } = exposure;
  const secret = entity !== null && hidden.has(entity.id);
  return {
    direction: exposure.direction,
    category,
    categoryName: categories[category].name,
    severity: severityOf(category, profile),
    entity: secret ? { id: csamId, name: csamName } : entity && { id: entity.id, name: entity.name },
    amount: String(exposure.amount),
    share: fraction(exposure.share),
    hops: exposure.hops,
    byHops: exposure.byHops.map(({ hops, amount }) => ({ hops, amount: String(amount) })),
    path: presentPath(exposure.path),
    evidence: presentEvidence(exposure.evidence),
    transactions: exposure.transactions,
    labels: exposure.labels.map((label) => presentLabel(label, hidden)),
  };
}

function presentWalk(
  walk: WalkResult | Failure,
  i: number,
  by: { hidden: Hidden; profile: RiskProfile },
): RiskWalk {
  const direction = i === 0 ? 'backward' : 'forward';
  if ('failed' in walk) {
    return { direction, total: '0', exposures: [], rests: [], reads: 0, failed: walk.failed };
  }
  return {
    direction: walk.direction,
    total: String(walk.total),
    exposures: walk.exposures.map((exposure) => presentExposure(exposure, by)),
    rests: walk.rests.map(({ reason, amount, share }) => ({
      reason,
      amount: String(amount),
      share: fraction(share),
    })),
    reads: walk.reads,
    failed: null,
  };
}

/** The number of a score, and its level. */
export function presentScoreValue(answer: Scored['record']['answer']) {
  const { overall, overall100, level } = verdictOf(answer);
  return { overallRisk: fractionOrNull(overall), score: overall100, level };
}

/** Presents the calculation: each part times its weight, and the increase by dominance. */
function presentSum({ groups }: Scored['record']['answer'], { dominance }: RiskProfile): RiskScore['sum'] {
  const raised = groups.find((group) => group.raised > 0);
  return {
    weighted: fraction(groups.reduce((sum, { weighted }) => sum + weighted, 0)),
    raised: fraction(raised?.raised ?? 0),
    raisedBy: raised?.group ?? null,
    dominance: raised ? fraction(dominance[raised.group]) : null,
  };
}

/** Presents the state that a score depends on. */
export function presentBasis({ record, contract }: Scored): RiskScore['basis'] {
  const { basis, answer, profile } = record;
  return {
    blockchain: basis.blockchain,
    height: basis.ledger?.height ?? null,
    blockHash: basis.ledger?.hash ?? null,
    other: basis.other && { height: basis.other.height, blockHash: basis.other.hash },
    directoryVersion: basis.directory.version,
    asOf: basis.directory.asOf,
    profile: { name: profile.name, version: answer.profile.version, levels: profile.levels },
    method: answer.method,
    asset: { ...basis.asset, contract },
  };
}

/** Presents the exposures of a score in both directions. `canSeeRestricted` as for `presentScore`. */
export function presentExposures(
  { record, walks, hidden }: Scored,
  canSeeRestricted: boolean,
): RiskExposure[] {
  const by = { hidden: canSeeRestricted ? new Set<string>() : hidden, profile: record.profile };
  return walks.flatMap((walk, i) => presentWalk(walk, i, by).exposures);
}

/** Presents a score. `canSeeRestricted`: the caller can see restricted entities. */
export function presentScore(scored: Scored, canSeeRestricted: boolean): RiskScore {
  const { record, walks, coverage, hash } = scored;
  const { basis, answer, profile } = record;
  const hidden: Hidden = canSeeRestricted ? new Set() : scored.hidden;
  const groupOf = (name: ScoreGroup): RiskScore['entityRisk'] => {
    const group = answer.groups.find((one) => one.group === name);
    return {
      aggregateScore: fractionOrNull(group?.score ?? null),
      level: group?.level ?? 'unknown',
      weight: fraction(group?.weight ?? 0),
      factors: answer.factors
        .filter((factor) => factor.group === name)
        .map((factor) => presentFactor(factor, hidden)),
    };
  };
  const verdict = verdictOf(answer);
  const own = basis.subject.kind === 'entity' && hidden.has(basis.subject.id);
  return {
    identifier: own ? csamId : basis.subject.id,
    type: basis.subject.kind,
    state: verdict.state,
    reason: verdict.reason,
    overallRisk: fractionOrNull(verdict.overall),
    score: verdict.overall100,
    level: verdict.level,
    seen: fractionOrNull(verdict.seen),
    sum: presentSum(answer, profile),
    transactionRisk: groupOf('transaction'),
    entityRisk: groupOf('entity'),
    jurisdictionRisk: groupOf('jurisdiction'),
    walks: walks.map((walk, i) => presentWalk(walk, i, { hidden, profile })),
    notAssessed: [...answer.notAssessed],
    coverage,
    basis: presentBasis(scored),
    hash,
  };
}

/** Presents a score without the factors of the given ids; unchanged without a score. */
export function presentRecount({ record, weighed }: Scored, without: ReadonlySet<string>): Recounted {
  const { answer, profile } = record;
  const { factors, ...sum } = recountScore(weighed, without, profile);
  const verdict = verdictOf(answer.state === 'scored' ? { ...answer, ...sum } : answer);
  return {
    state: verdict.state,
    reason: verdict.reason,
    overallRisk: fractionOrNull(verdict.overall),
    score: verdict.overall100,
    level: verdict.level,
    factors: factors.map(({ id, contribution, points }) => ({
      id,
      contribution: fraction(contribution),
      points,
    })),
  };
}

/** Presents the result of a method for comparison. */
export function presentMethod({ record, walks }: Scored, profile: RiskProfile): MethodRow {
  const { answer } = record;
  const verdict = verdictOf(answer);
  const sums = new Map<string, MethodRow['categories'][number] & { sum: bigint; parts: number }>();
  for (const walk of walks) {
    if ('failed' in walk) continue;
    for (const { direction, category, amount, share } of walk.exposures) {
      const name = `${direction} ${category}`;
      const before = sums.get(name);
      const sum = (before?.sum ?? 0n) + amount;
      const parts = (before?.parts ?? 0) + share;
      const { name: categoryName } = categories[category satisfies CategoryId];
      sums.set(name, {
        direction,
        category,
        categoryName,
        severity: severityOf(category, profile),
        sum,
        parts,
        amount: String(sum),
        share: fraction(parts),
      });
    }
  }
  return {
    method: answer.method,
    state: verdict.state,
    overallRisk: fractionOrNull(verdict.overall),
    score: verdict.overall100,
    level: verdict.level,
    categories: [...sums.values()].map(({ sum: _sum, parts: _parts, ...row }) => row),
  };
}

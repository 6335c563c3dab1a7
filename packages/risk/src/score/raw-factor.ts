import { byText, descending } from '@hopscope/domain';
import type { Direction, Evidence, Exposure, WalkResult } from '../exposure/types.ts';
import type { RiskProfile } from '../profile/profile.ts';
import type { Cap } from './sum.ts';
import type { Factor, FactorEntity, FactorEvidence, ScoreInput } from './answer.ts';
import { amountText, counted, percentText } from './format.ts';

/** A factor before it is added up with the others. */
export type RawFactor = Omit<
  Factor,
  'severity' | 'score100' | 'cut' | 'contribution' | 'points' | 'without' | 'without100'
> & {
  /** What it brings together with others at most. */
  readonly caps: readonly Cap[];
};

/** A severity of 0 to 100 as a cap of all factors that name it. */
export function capAt(id: string, severity: number): Cap {
  return { id, limit: severity * 10_000 };
}

const million = 1_000_000n;
/** Entities and transactions that a factor names at most. */
const shownLimit = 20;

/** What amounts of a direction weigh by their hops, as parts per million of a share (`saturation`) of the total, at most all. */
export function intensityOf(
  exposures: readonly Exposure[],
  { total, direction }: Pick<WalkResult, 'total' | 'direction'>,
  saturation: number,
  { hopWeights }: Pick<RiskProfile, 'hopWeights'>,
): number {
  if (total === 0n) return 0;
  const weights = hopWeights[direction];
  const weighed = exposures
    .flatMap(({ byHops }) => byHops)
    .reduce((sum, { hops, amount }) => {
      const weight = weights[Math.max(hops, 1) - 1] ?? weights.at(-1) ?? 0;
      return sum + amount * BigInt(weight);
    }, 0n);
  const full = (weighed * million) / (total * BigInt(saturation));
  return Number(full > million ? million : full);
}

/** A severity of 0 to 100 at an intensity, as parts per million of 1. */
export function scoreAt(severity: number, intensity: number): number {
  return Math.floor((severity * intensity) / 100);
}

/** The transactions of all exposures, each once, the largest amounts first. */
function evidenceOf(exposures: readonly Exposure[]): FactorEvidence[] {
  const merged = new Map<string, Evidence>();
  for (const { transaction, amount, hops } of exposures.flatMap((one) => one.evidence)) {
    const before = merged.get(transaction);
    merged.set(transaction, {
      transaction,
      amount: (before?.amount ?? 0n) + amount,
      hops: Math.min(before?.hops ?? hops, hops),
    });
  }
  return [...merged.values()].toSorted(
    (a, b) => descending(a.amount, b.amount) || byText(a.transaction, b.transaction),
  );
}

/** Describes exposures that belong together. */
export function aboutExposures(
  exposures: readonly Exposure[],
  { total, direction }: Pick<WalkResult, 'total' | 'direction'>,
  nameless: string,
): Pick<
  RawFactor,
  'amount' | 'share' | 'hops' | 'entities' | 'evidence' | 'transactions' | 'labels' | 'direction'
> {
  const amount = exposures.reduce((sum, one) => sum + one.amount, 0n);
  const entities = exposures.map(
    (one): FactorEntity => ({
      id: one.entity?.id ?? null,
      name: one.entity?.name ?? nameless,
      amount: one.amount,
      share: one.share,
      hops: one.hops,
      path: one.path,
    }),
  );
  const evidence = evidenceOf(exposures);
  const beyond = exposures.reduce((sum, one) => sum + one.transactions - one.evidence.length, 0);
  return {
    direction,
    amount,
    share: total === 0n ? 0 : Number((amount * million) / total),
    hops: Math.min(...exposures.map(({ hops }) => hops)),
    entities: entities.slice(0, shownLimit),
    evidence: evidence.slice(0, shownLimit),
    transactions: evidence.length + beyond,
    labels: exposures.flatMap(({ labels }) => labels).slice(0, shownLimit),
  };
}

const sides: Readonly<Record<Direction, { verb: string; side: string }>> = {
  backward: { verb: 'received', side: 'from' },
  forward: { verb: 'sent', side: 'to' },
};

/** `received` or `sent`. */
export function verbOf(direction: Direction): string {
  return sides[direction].verb;
}

/** Describes an exposure: amount, share, entities, hops, and transactions. */
export function exposureText(
  about: Pick<RawFactor, 'amount' | 'share' | 'hops' | 'entities' | 'transactions'>,
  direction: Direction,
  count: number,
  asset: ScoreInput['asset'],
): string {
  const { verb, side } = sides[direction];
  const [first] = about.entities;
  const others = count > 1 ? ` and ${counted(count - 1, 'other')}` : '';
  const hops = (about.hops ?? 1) > 1 ? ` over ${about.hops} hops` : '';
  const amount = amountText(about.amount ?? 0n, asset);
  const share = percentText(about.share ?? 0);
  return `${amount} (${share} of ${verb} funds) ${side} ${first?.name ?? 'unknown'}${others}${hops}, ${counted(about.transactions, 'transaction')}`;
}

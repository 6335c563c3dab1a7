import type { RiskExposure, RiskScore, RiskWalk } from '@hopscope/contract';
import { riskLevelOf, type LevelBounds, type RiskLevel } from '@hopscope/domain';

type Rest = RiskWalk['rests'][number];

/** Why something of the amounts has no answer. */
export const restTexts: Readonly<Record<Rest['reason'], string>> = {
  not_in_ledger: 'Not in the ledger',
  hops: 'Not walked: beyond the last hop',
  budget: 'Not walked: the limit of look-ups was reached',
  rounds: 'Not walked: the limit of rounds was reached',
  dust: 'Not walked: too little to follow',
  hub: 'Not walked: an address or transaction with too many entries',
  not_listed: 'Not walked: received beyond what could be listed',
};

/** A piece of all that came in or went out; `percent` of all pieces add up to 100.00. */
export type ExposurePart = { key: string; share: number; percent: string } & (
  | { kind: 'exposure'; exposure: RiskExposure }
  | { kind: 'rest'; rest: Rest }
);

const millionths = (share: number): number => Math.round(share * 1_000_000);

/** Hundredths of a percent of each share, by the largest remainder, so that they add up to the rounded sum. */
export function hundredthsOf(shares: readonly number[]): number[] {
  const whole = Math.round(shares.reduce((sum, share) => sum + millionths(share), 0) / 100);
  const parts = shares.map((share) => Math.floor(millionths(share) / 100));
  const largest = shares
    .map((share, i) => ({ i, rest: millionths(share) % 100 }))
    .toSorted((a, b) => b.rest - a.rest || a.i - b.i);
  const missing = whole - parts.reduce((sum, part) => sum + part, 0);
  for (const { i } of largest.slice(0, missing)) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}

function percentText(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)} %`;
}

/** Exposures, the gravest and then the largest first, and what has no answer: together all of the amounts. */
export function partsOfWalk({ exposures, rests }: RiskWalk): ExposurePart[] {
  const known = exposures
    .toSorted((a, b) => b.severity - a.severity || b.share - a.share)
    .map((exposure) => ({
      kind: 'exposure' as const,
      key: `${exposure.category} ${exposure.entity?.id ?? ''} ${exposure.hops}`,
      share: exposure.share,
      exposure,
    }));
  const unknown = rests
    .toSorted((a, b) => b.share - a.share)
    .map((rest) => ({ kind: 'rest' as const, key: rest.reason, share: rest.share, rest }));
  const all = [...known, ...unknown];
  const hundredths = hundredthsOf(all.map(({ share }) => share));
  return all.map((part, i) => ({ ...part, percent: percentText(hundredths[i] ?? 0) }));
}

/** The level by a profile that exposures of a severity of 0 to 100 are drawn in; what is no risk has none. */
export function levelOfSeverity(severity: number, bounds: LevelBounds): RiskLevel {
  return severity === 0 ? 'unknown' : riskLevelOf(severity, bounds);
}

/** A fraction of 1 in percent with two decimals, rounded half up: `25.42 %`; what is less than the last one says so. */
export function percentOf(share: number): string {
  const hundredths = Math.round(millionths(share) / 100);
  return share > 0 && hundredths === 0 ? 'less than 0.01 %' : percentText(hundredths);
}

/** Parts of a walk in millionths, as whole numbers: 1,000,000 where nothing is missing. */
export function millionthsOf(parts: readonly { share: number }[]): number {
  return parts.reduce((sum, { share }) => sum + millionths(share), 0);
}

/** How much of what came in and went out has an answer, in a sentence; null where nothing moved. */
export function coverageSentence(walk: RiskWalk): string | null {
  const { direction, failed } = walk;
  const what = direction === 'backward' ? 'what came in' : 'what went out';
  if (failed !== null)
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be followed: ${failed}`;
  if (walk.total === '0') return null;
  const open = millionthsOf(walk.rests);
  if (open === 0) return `All of ${what} was followed to an end.`;
  const [followed = 0, not = 0] = hundredthsOf([(1_000_000 - open) / 1_000_000, open / 1_000_000]);
  return `${percentText(followed)} of ${what} was followed to an end, ${percentText(not)} was not.`;
}

/** The gravest level that walks meet at each entity, by its id: what its place in the flow is drawn in. */
export function entitySeverities({ walks }: Pick<RiskScore, 'walks'>): ReadonlyMap<string, number> {
  const severities = new Map<string, number>();
  for (const { entity, severity } of walks.flatMap(({ exposures }) => exposures)) {
    if (entity) severities.set(entity.id, Math.max(severity, severities.get(entity.id) ?? 0));
  }
  return severities;
}

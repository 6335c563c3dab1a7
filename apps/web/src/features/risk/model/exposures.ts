import { percentText } from '../../../lib/text/percent.ts';
import type { RiskExposure, RiskScore, RiskWalk } from '@hopscope/contract';
import { riskLevelOf, type LevelBounds, type RiskLevel } from '@hopscope/domain';

type Rest = RiskWalk['rests'][number];

/** Why part of the amounts was not traced. */
export const restTexts: Readonly<Record<Rest['reason'], string>> = {
  not_in_ledger: 'Not in the ledger',
  hops: 'Not traced: hop limit',
  budget: 'Not traced: lookup limit',
  rounds: 'Not traced: round limit',
  dust: 'Not traced: amount too small',
  hub: 'Not traced: too many transactions',
  not_listed: 'Not traced: beyond the listed transactions',
};

/** A part of all incoming or outgoing funds; `percent` of all parts adds up to 100.00. */
export type ExposurePart = { key: string; share: number; percent: string } & (
  | { kind: 'exposure'; exposure: RiskExposure }
  | { kind: 'rest'; rest: Rest }
);

const millionths = (share: number): number => Math.round(share * 1_000_000);

/** Rounds shares to hundredths of a percent by the largest remainder method, so that they add up to the rounded sum. */
export function hundredthsOf(shares: readonly number[]): number[] {
  const total = Math.round(shares.reduce((sum, share) => sum + millionths(share), 0) / 100);
  const parts = shares.map((share) => Math.floor(millionths(share) / 100));
  const largest = shares
    .map((share, i) => ({ i, rest: millionths(share) % 100 }))
    .toSorted((a, b) => b.rest - a.rest || a.i - b.i);
  const missing = total - parts.reduce((sum, part) => sum + part, 0);
  for (const { i } of largest.slice(0, missing)) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}

/** Returns exposures, most severe and then largest first, followed by untraced parts; together all of the amounts. */
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

/** Returns the level of a severity from 0 to 100 by a profile's bounds; `unknown` for 0, which is not a risk. */
export function levelOfSeverity(severity: number, bounds: LevelBounds): RiskLevel {
  return severity === 0 ? 'unknown' : riskLevelOf(severity, bounds);
}

/** Formats a fraction in percent with two decimals, rounded half up: `25.42%`, or `less than 0.01%`. */
export function percentOf(share: number): string {
  const hundredths = Math.round(millionths(share) / 100);
  return share > 0 && hundredths === 0 ? 'less than 0.01%' : percentText(hundredths);
}

/** Returns the sum of the parts of a walk in millionths: 1,000,000 if complete. */
export function millionthsOf(parts: readonly { share: number }[]): number {
  return parts.reduce((sum, { share }) => sum + millionths(share), 0);
}

/**
 * Returns the share (0 to 1) of received and sent funds together that was traced to an endpoint; null if there were none, or
 * if a direction failed.
 */
export function tracedShare(walks: readonly RiskWalk[]): number | null {
  if (walks.some(({ failed }) => failed !== null)) return null;
  let [total, traced] = [0n, 0n];
  for (const walk of walks) {
    total += BigInt(walk.total);
    traced += BigInt(walk.total) - walk.rests.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  }
  return total === 0n ? null : Number((traced * 1_000_000n) / total) / 1_000_000;
}

/** Returns a sentence about the traced share of incoming or outgoing funds; null if there were none. */
export function coverageSentence(walk: RiskWalk): string | null {
  const { direction, failed } = walk;
  const what = direction === 'backward' ? 'received funds' : 'sent funds';
  if (failed !== null)
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be traced: ${failed}`;
  if (walk.total === '0') return null;
  const open = millionthsOf(walk.rests);
  if (open === 0) return `All ${what} were traced to an endpoint.`;
  const [followed = 0, not = 0] = hundredthsOf([(1_000_000 - open) / 1_000_000, open / 1_000_000]);
  return `${percentText(followed)} of ${what} were traced to an endpoint, ${percentText(not)} were not.`;
}

/** Returns the highest severity per entity ID over all walks; determines the color in the flow diagram. */
export function entitySeverities({ walks }: Pick<RiskScore, 'walks'>): ReadonlyMap<string, number> {
  const severities = new Map<string, number>();
  for (const { entity, severity } of walks.flatMap(({ exposures }) => exposures)) {
    if (entity) severities.set(entity.id, Math.max(severity, severities.get(entity.id) ?? 0));
  }
  return severities;
}

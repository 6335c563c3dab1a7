import type { RiskExposure, RiskScore } from '@hopscope/contract';

/** Returns the nearest named entity over all walks: fewest hops, then most severe, then largest share. */
export function nearestName({
  walks,
}: Pick<RiskScore, 'walks'>):
  | { id: string; name: string; hops: number; severity: number; direction: RiskExposure['direction'] }
  | undefined {
  const [first] = walks
    .flatMap(({ exposures }) => exposures)
    .flatMap(({ entity, hops, severity, share, direction }) =>
      entity ? [{ ...entity, hops, severity, share, direction }] : [],
    )
    .toSorted((a, b) => a.hops - b.hops || b.severity - a.severity || b.share - a.share);
  return first;
}

import type { NewTravelInstitution, travelRequirement } from '@hopscope/contract';
import type { z } from 'zod';

/**
 * Whether a transfer of a value needs information, by the lower of the thresholds of the own jurisdiction and of the
 * counterparty's, and whether a self-hosted wallet needs a proof. An unknown value needs both.
 *
 * @param cents value in US cents; null: unknown
 * @param country of the counterparty (ISO 3166-1), if it is known
 */
export function requirementOf(
  { country: own, thresholds, proofCents }: NewTravelInstitution,
  cents: bigint | null,
  country: string | undefined,
): z.output<typeof travelRequirement> {
  const applying = thresholds.filter((one) => one.country === own || one.country === country);
  const [first, ...rest] = applying.length > 0 ? applying : [{ country: own, cents: '0' }];
  const lowest = rest.reduce(
    (low, one) => (BigInt(one.cents) < BigInt(low.cents) ? one : low),
    first ?? { country: own, cents: '0' },
  );
  return {
    cents: cents === null ? null : String(cents),
    threshold: lowest,
    information: cents === null || cents >= BigInt(lowest.cents),
    proof: proofCents !== null && (cents === null || cents >= BigInt(proofCents)),
  };
}

import type { RestReason } from '@hopscope/risk';
import type { Scored } from '../../risk/scores/score.service.ts';
import type { IndirectExposure } from '../transactions/screening-result.ts';

/** Parties that are kept of one transaction. */
const mostIndirect = 50;
/** What a profile says is not to be looked at; what else is left over nobody knows. */
const leftOut: readonly RestReason[] = ['hops', 'dust'];

/**
 * Whom the score of a transaction met at two or more hops on the way back, the largest first: entities, and CoinJoins. Ends that are
 * nobody are left out. Null where the way back was not walked.
 */
export function indirectExposureOf({ walks, hidden, record }: Scored): IndirectExposure | null {
  const back = walks.flatMap((walk) => ('failed' in walk || walk.direction !== 'backward' ? [] : [walk]))[0];
  if (!back || record.answer.state === 'not_covered') return null;
  const dependencies = back.exposures.filter(
    ({ direct, entity, category }) => !direct && (entity !== null || category === 'coinjoin'),
  );
  return {
    isComplete:
      dependencies.length <= mostIndirect && back.rests.every(({ reason }) => leftOut.includes(reason)),
    items: dependencies.slice(0, mostIndirect).map(({ entity, category, hops, amount, share }) => ({
      entity: entity && { id: entity.id, name: entity.name, hidden: hidden.has(entity.id) },
      category,
      hops,
      amount: String(amount),
      share,
    })),
  };
}

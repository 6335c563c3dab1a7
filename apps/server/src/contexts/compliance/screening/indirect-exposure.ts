import type { RestReason } from '@hopscope/risk';
import type { Scored } from '../../risk/scores/score.service.ts';
import type { IndirectExposure } from '../transactions/screening-result.ts';

/** Maximum number of stored entities per transaction. */
const mostIndirect = 50;
/** Rests excluded by the profile; any other rest makes the result incomplete. */
const leftOut: readonly RestReason[] = ['hops', 'dust'];

/**
 * Returns entities and CoinJoins at two or more hops in the backward walk of a score, largest first, without endpoints that
 * aren't entities. Null without a backward walk.
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

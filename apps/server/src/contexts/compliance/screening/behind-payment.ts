import type { RestReason } from '@hopscope/risk';
import type { Scored } from '../../risk/scores/score.service.ts';
import type { Behind } from '../transactions/kept-texts.ts';

/** Parties that are kept of one transaction. */
const mostBehind = 50;
/** What a profile says is not to be looked at; what else is left over nobody knows. */
const leftOut: readonly RestReason[] = ['hops', 'dust'];

/**
 * Whom the score of a transaction met at two or more hops on the way back, the largest first: entities, and CoinJoins. Ends that are
 * nobody are left out. Null where the way back was not walked.
 */
export function behindPayment({ walks, hidden, record }: Scored): Behind | null {
  const back = walks.flatMap((walk) => ('failed' in walk || walk.direction !== 'backward' ? [] : [walk]))[0];
  if (!back || record.answer.state === 'not_covered') return null;
  const met = back.exposures.filter(
    ({ direct, entity, category }) => !direct && (entity !== null || category === 'coinjoin'),
  );
  return {
    whole: met.length <= mostBehind && back.rests.every(({ reason }) => leftOut.includes(reason)),
    listed: met.slice(0, mostBehind).map(({ entity, category, hops, amount, share }) => ({
      entity: entity && { id: entity.id, name: entity.name, hidden: hidden.has(entity.id) },
      category,
      hops,
      amount: String(amount),
      share,
    })),
  };
}

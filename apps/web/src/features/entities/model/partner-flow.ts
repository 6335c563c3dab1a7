import type { CallOutput, entityActivityEndpoints } from '@hopscope/contract';
import type { RiskLevel } from '@hopscope/domain';
import { type Flow, flowSide } from '../../../shared/activity/flow-layout.ts';
import { nobody, restParties } from '../../../shared/activity/rest-parties.ts';

type Partners = CallOutput<typeof entityActivityEndpoints.listEntityPartners>['data'];
/** Returns the flow of an entity by partner; `address` of a party is the ID of its entity. Undefined if it is unknown. */
export function flowOfPartners(
  { partners, sums }: Partners,
  levels: ReadonlyMap<string, RiskLevel> | undefined,
): Flow | undefined {
  if (!partners || !sums) return undefined;
  const side = (direction: 'in' | 'out') =>
    flowSide(
      [
        ...partners.map(({ entity, received, sent, transactions }) => {
          const amount = BigInt(direction === 'in' ? received : sent);
          if (!entity) return { ...nobody('nobody', 'Not attributed', amount), transactions };
          const { entity_id: id, proper_name: name, hidden } = entity;
          const level = levels?.get(id) ?? 'unknown';
          return { id: `entity ${id}`, name, address: hidden ? null : id, level, amount, transactions };
        }),
        ...restParties(sums[direction], direction),
      ].filter(({ amount }) => amount > 0n),
    );
  return { in: side('in'), out: side('out') };
}

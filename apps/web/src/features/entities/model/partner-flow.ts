import type { CallOutput, entityActivityEndpoints } from '@hopscope/contract';
import type { RiskLevel } from '@hopscope/domain';
import { type Flow, type FlowParty, flowSide } from '../../../shared/activity/flow-layout.ts';

type Partners = CallOutput<typeof entityActivityEndpoints.listEntityPartners>['data'];
type Sums = NonNullable<Partners['sums']>['in'];
type Party = FlowParty & { amount: bigint; transactions: number };

const nobody = (id: string, name: string, amount: string): Party => ({
  id,
  name,
  address: null,
  level: 'unknown',
  amount: BigInt(amount),
  transactions: 0,
});

/** Returns the parts of a side that have no counterpart; with the partners, they add up to the side. */
function restOf({ fees, other, unknown }: Sums, direction: 'in' | 'out'): Party[] {
  return [
    nobody('fees', direction === 'in' ? 'New coins' : 'Network fees', fees),
    nobody('other', 'No address', other),
    nobody('unknown', 'Unknown amounts', unknown),
  ];
}

/** Returns the flow of an entity by partner; `address` of a party is the ID of its entity. Undefined if it is unknown. */
export function flowOfPartners(
  { partners, sums }: Partners,
  levels: ReadonlyMap<string, RiskLevel> | undefined,
): Flow | undefined {
  if (!partners || !sums) return undefined;
  const side = (direction: 'in' | 'out') =>
    flowSide(
      [
        ...partners.map(({ entity, received, sent, transactions }): Party => {
          const amount = BigInt(direction === 'in' ? received : sent);
          if (!entity) return { ...nobody('nobody', 'Not attributed', String(amount)), transactions };
          const { entity_id: id, proper_name: name, hidden } = entity;
          const level = levels?.get(id) ?? 'unknown';
          return { id: `entity ${id}`, name, address: hidden ? null : id, level, amount, transactions };
        }),
        ...restOf(sums[direction], direction),
      ].filter(({ amount }) => amount > 0n),
    );
  return { in: side('in'), out: side('out') };
}

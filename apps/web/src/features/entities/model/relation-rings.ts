import type { EntityName, EntityPartner } from '@hopscope/contract';
import { shareText } from '../../../lib/text/percent.ts';
import type { Profile } from '../api/profile.ts';

export const relationKinds = ['group', 'custodian', 'owner', 'partner'] as const;
export type RelationKind = (typeof relationKinds)[number];

/** Someone around an entity: on the inner ring by ownership or custody, on the outer one by payments. */
export interface RelationNode {
  readonly key: string;
  readonly name: string;
  readonly kind: RelationKind;
  /** Relation to the entity in words. */
  readonly relation: string;
  /** Share of all payments with partners, from 0 to 1, and as text; 0 and empty on the inner ring. */
  readonly share: number;
  readonly shareText: string;
  /** Entity of a partner. */
  readonly entity?: EntityName;
  readonly x: number;
  readonly y: number;
}

/** Size of the picture, and radii of the rings. */
export const ringsSize = 268;
export const innerRadius = 58;
export const outerRadius = 108;
const [mostInner, mostOuter] = [8, 8];

/** Returns up to two letters that stand for a name. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/\(.*\)/u, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const [first = '?', second] = words;
  return (
    second === undefined
      ? Array.from(first).slice(0, 2).join('')
      : `${Array.from(first)[0]}${Array.from(second)[0]}`
  ).toUpperCase();
}

type Unplaced = Omit<RelationNode, 'x' | 'y'>;

/** Places nodes evenly on a ring, the first one at the top. */
function onRing(nodes: readonly Unplaced[], radius: number, turn: number): RelationNode[] {
  return nodes.map((node, i) => {
    const angle = turn + (i / nodes.length) * 2 * Math.PI;
    return {
      ...node,
      x: ringsSize / 2 + radius * Math.sin(angle),
      y: ringsSize / 2 - radius * Math.cos(angle),
    };
  });
}

/** Returns the nodes around an entity; without `partners`, only those of the directory. */
export function relationRings(
  { relations, entity: self }: Pick<Profile, 'relations' | 'entity'>,
  partners: readonly EntityPartner[],
): RelationNode[] {
  const inner: Unplaced[] = [
    ...relations.parents.map(({ entity_id: key, proper_name: name }) => ({ key, name, relation: 'Parent' })),
    ...relations.children.map(({ entity_id: key, proper_name: name }) => ({
      key,
      name,
      relation: 'Subsidiary',
    })),
  ].map((each) => ({ ...each, kind: 'group', share: 0, shareText: '' }));
  const others = (names: readonly string[]) => names.filter((name) => name !== self.proper_name);
  for (const name of others(relations.custodians)) {
    inner.push({
      key: `custodian ${name}`,
      name,
      kind: 'custodian',
      relation: 'Custodian',
      share: 0,
      shareText: '',
    });
  }
  for (const name of others(relations.beneficialOwners)) {
    inner.push({
      key: `owner ${name}`,
      name,
      kind: 'owner',
      relation: 'Beneficial owner',
      share: 0,
      shareText: '',
    });
  }
  const sizes = partners.map(({ received, sent }) => BigInt(received) + BigInt(sent));
  const total = sizes.reduce((sum, size) => sum + size, 0n);
  const outer = partners.flatMap(({ entity }, i): Unplaced[] => {
    const size = sizes[i] ?? 0n;
    if (!entity || size === 0n) return [];
    return [
      {
        key: `partner ${entity.entity_id}`,
        name: entity.proper_name,
        entity,
        kind: 'partner',
        relation: 'Moves with',
        share: Number((size * 10_000n) / total) / 10_000,
        shareText: shareText(size, total),
      },
    ];
  });
  return [
    ...onRing(inner.slice(0, mostInner), innerRadius, 0),
    ...onRing(outer.slice(0, mostOuter), outerRadius, Math.PI / 8),
  ];
}

import { categories, type CategoryId, gravest } from '../categories/categories.ts';
import type { FrontierItem } from './frontier.ts';
import type { Owner, WalkQuestion } from './types.ts';

/** Tests whether a walk stops at an owner: at a valid label of someone other than the owner in question. */
export function stopAt(owner: Owner | undefined, { self, limits }: WalkQuestion): CategoryId | undefined {
  const label = owner?.label;
  if (!label || owner.id === self || label.confidence < limits.minimumConfidence) return undefined;
  const category = gravest(label.categories);
  return categories[category].stops ? category : undefined;
}

/** Returns the hops of an item's lot at an owner. */
export function hopsTo(item: FrontierItem, owner: Owner | undefined): number {
  const same = owner !== undefined && owner.id === item.lot.owner?.id;
  return same ? item.hops : item.hops + 1;
}

/**
 * Tests whether a walk ends at an owner only because it is a pool or a bridge: what is converted there goes on, and so does what is
 * linked through a mixer. Other services are an answer, whatever they gave in return. Tokens that a conversion creates or destroys
 * have no owner on that side.
 */
export function convertsAt(owner: Owner | undefined, question: WalkQuestion): boolean {
  const category = owner && stopAt(owner, question);
  return owner === undefined || category === 'defi' || category === 'bridge' || category === 'mixer';
}

/** Returns the hops of a root: own ones are at 0, those of others at 1. */
export function hopsOfRoot({ direction, self }: WalkQuestion, owner: Owner | undefined): number {
  return direction === 'backward' || owner?.id === self ? 0 : 1;
}

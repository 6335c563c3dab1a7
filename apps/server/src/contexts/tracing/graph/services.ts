import { categories, type CategoryId, gravest, type FollowStopReason, type Label } from '@hopscope/risk';

/** Least confidence of a label that stops a trace, as scores have it. */
const leastConfidence = 50;

/**
 * Kinds of owners whose money is their own: who stole or was paid it, whoever is listed for what they did. A label that is
 * nothing but such a kind names a node and stops nothing.
 */
const ownMoney: ReadonlySet<CategoryId> = new Set([
  'sanctioned',
  'child_abuse',
  'terrorism',
  'ransomware',
  'stolen',
  'extortion',
  'scam',
  'spam',
  'personal',
  'high_risk_jurisdiction',
]);

/** Why money is not followed through somebody; undefined: it is. */
export function stopOf(label: Label | undefined): FollowStopReason | undefined {
  if (!label || label.confidence < leastConfidence) return undefined;
  const kinds = label.categories.filter((category) => !ownMoney.has(category));
  if (kinds.length === 0) return undefined;
  if (kinds.includes('mixer') || kinds.includes('coinjoin')) return 'mixer';
  if (kinds.includes('bridge')) return 'bridge';
  return 'service';
}

/** The category that an answer shows: the gravest one. */
export function categoryOf(label: Label | undefined): string | null {
  return label ? gravest(label.categories) : null;
}

/** Ids of categories that a filter may name; `none` stands for no label. */
export function isCategory(id: string): boolean {
  return id === 'none' || id in categories;
}

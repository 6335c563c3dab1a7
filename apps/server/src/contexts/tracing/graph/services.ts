import { categories, type CategoryId, gravest, type FollowStopReason, type Label } from '@hopscope/risk';

/** Least confidence of a label that stops a trace, as for scores. */
const leastConfidence = 50;

/**
 * Categories of owners whose money is their own: thieves, recipients of payments, and listed persons. A label with only
 * such categories names a node but doesn't stop a trace.
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

/** Returns why a trace stops at an owner; undefined: it continues. */
export function stopOf(label: Label | undefined): FollowStopReason | undefined {
  if (!label || label.confidence < leastConfidence) return undefined;
  const kinds = label.categories.filter((category) => !ownMoney.has(category));
  if (kinds.length === 0) return undefined;
  if (kinds.includes('mixer') || kinds.includes('coinjoin')) return 'mixer';
  if (kinds.includes('bridge')) return 'bridge';
  return 'service';
}

/** Returns the category to show: the most severe one. */
export function categoryOf(label: Label | undefined): string | null {
  return label ? gravest(label.categories) : null;
}

/** Tests for an ID of a category in a filter; `none` stands for no label. */
export function isCategory(id: string): boolean {
  return id === 'none' || id in categories;
}

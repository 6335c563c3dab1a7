import type { Label } from '@hopscope/risk';

/**
 * Tests whether scores follow claimed crossings of a vault (docs/concepts/risk.md): anyone can pay through the router of THORChain,
 * or name any vault, so the directory must know the vault as a bridge with enough confidence (0 to 100).
 */
export function isTrusted(label: Label | undefined, minimumConfidence: number): boolean {
  return label !== undefined && label.confidence >= minimumConfidence && label.categories.includes('bridge');
}

import type { EthereumNode } from '@hopscope/contract';

/** Finality of a block on the beacon chain: finalized, justified, or neither. */
export type Finality = 'finalized' | 'safe' | 'open';

/** Returns the finality by the heights that the node last reported; null if unknown. */
export function finalityOf(
  height: number,
  node: Pick<EthereumNode, 'safe' | 'finalized'> | null | undefined,
): Finality | null {
  if (!node || node.finalized === null) return null;
  if (height <= node.finalized) return 'finalized';
  return node.safe !== null && height <= node.safe ? 'safe' : 'open';
}

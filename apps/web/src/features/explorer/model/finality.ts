import type { EthereumNode } from '@hopscope/contract';

/** How far the beacon chain has settled a block: for good, by two thirds of the validators once, or not yet. */
export type Finality = 'finalized' | 'safe' | 'open';

/** By the heights that the node told last; null where no node is asked or it does not know them. */
export function finalityOf(
  height: number,
  node: Pick<EthereumNode, 'safe' | 'finalized'> | null | undefined,
): Finality | null {
  if (!node || node.finalized === null) return null;
  if (height <= node.finalized) return 'finalized';
  return node.safe !== null && height <= node.safe ? 'safe' : 'open';
}

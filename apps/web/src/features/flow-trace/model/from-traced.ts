import { type Asset, assetKey, type CanvasDocument, connectionsOf, getOf } from '@hopscope/canvas';

/** An exact sum of one asset. */
export interface Received {
  readonly amount: bigint;
  readonly asset: Asset;
}

/** Returns amounts that a node received directly from traced nodes on the canvas, by asset. */
export function receivedFrom(document: CanvasDocument, nodeId: string): Received[] {
  const sums = new Map<string, Received>();
  for (const { from, to, amount, asset } of connectionsOf(document, nodeId)) {
    if (to !== nodeId || from === nodeId || !getOf(document, 'node', from)?.traced) continue;
    const before = sums.get(assetKey(asset))?.amount ?? 0n;
    sums.set(assetKey(asset), { amount: before + BigInt(amount), asset });
  }
  return [...sums.values()];
}

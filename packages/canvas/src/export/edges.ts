import type { Connection, ConversionRecord } from '@hopscope/contract/flow-document';
import { allOf, type CanvasDocument } from '../document/document.ts';

/** A transfer, or what became another asset, within one transaction or over a bridge. */
export type Edge = Connection | ConversionRecord;

export type EdgeKind = 'transfer' | 'conversion' | 'crossing';

/** Returns all edges of the drawing: transfers, then conversions. */
export const edgesOf = (document: CanvasDocument): Edge[] => [
  ...allOf(document, 'connection'),
  ...allOf(document, 'conversion'),
];

export function kindOf(one: Edge): EdgeKind {
  if (one.kind === 'connection') return 'transfer';
  return one.crossing ? 'crossing' : 'conversion';
}

/** Returns what moved; of a conversion, what was given. */
export function givenOf(one: Edge): Pick<Connection, 'asset' | 'amount' | 'time' | 'height' | 'transaction'> {
  return one.kind === 'conversion' ? one.gave : one;
}

/** Returns how it is known that one became the other: the proof of a crossing, or the basis of a conversion. */
export const proofOf = ({ crossing, basis }: ConversionRecord): string => crossing?.proof ?? basis;

/** The oldest first; those without a time last, then by ID. */
export function byGivenTime(a: Edge, b: Edge): number {
  const [x, y] = [a, b].map((one) => givenOf(one).time ?? Number.POSITIVE_INFINITY);
  if (x === y || x === undefined || y === undefined) return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  return x - y;
}

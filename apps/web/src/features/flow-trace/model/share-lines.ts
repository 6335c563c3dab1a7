import { type CanvasDocument, getOf } from '@hopscope/canvas';
import { titleOf } from './node-labels.ts';
import type { RenderEdge } from './render-model.ts';

/** Formats a fraction in percent with one decimal, or `less than 0.1%`. */
function percent(share: number): string {
  return share < 0.001 ? 'less than 0.1%' : `${(share * 100).toFixed(1)}%`;
}

/** Returns shares of the taint overlay by line, largest first, without lines that carry no funds. */
export function shareLines(
  document: CanvasDocument,
  edges: readonly RenderEdge[],
): { readonly id: string; readonly words: string }[] {
  const name = (id: string): string => {
    const node = getOf(document, 'node', id);
    return node ? titleOf(node) : getOf(document, 'group', id)?.label || 'Peel chain';
  };
  return edges
    .flatMap(({ id, from, to, share }) => (share ? [{ id, from, to, share }] : []))
    .toSorted((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
    .map(({ id, from, to, share }) => ({ id, words: `${name(from)} to ${name(to)}: ${percent(share)}` }));
}

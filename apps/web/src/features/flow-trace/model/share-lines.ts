import { type CanvasDocument, getOf } from '@hopscope/canvas';
import { titleOf } from './node-words.ts';
import type { RenderEdge } from './render-model.ts';

/** A part of one as people read it; what is less than a tenth of a percent is not nothing. */
function percent(share: number): string {
  return share < 0.001 ? 'less than 0.1\u00a0%' : `${(share * 100).toFixed(1)}\u00a0%`;
}

/** What the taint overlay paints on lines, in words, the largest share first; lines that nothing of the money went by are left out. */
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

import { allOf, type CanvasDocument, type CanvasNode } from '@hopscope/canvas';
import { titleOf } from './node-labels.ts';

/** Shorter texts find too much. */
const leastCharacters = 2;

/** 0: its name begins with the text; 1: a part of its name; 2: its address begins with it; 3: a part of its address. */
function rankOf(node: CanvasNode, wanted: string): number | null {
  const name = titleOf(node).toLowerCase();
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  const place = node.address?.toLowerCase().indexOf(wanted) ?? -1;
  return place < 0 ? null : place === 0 ? 2 : 3;
}

/**
 * Returns nodes whose name or address contains a text, in any case: names before addresses, beginnings before parts, then
 * ascending by ID.
 */
export function findNodes(document: CanvasDocument, text: string, most: number): CanvasNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < leastCharacters) return [];
  const ranks: CanvasNode[][] = [[], [], [], []];
  for (const node of allOf(document, 'node')) {
    const rank = rankOf(node, wanted);
    if (rank !== null && (ranks[rank]?.length ?? most) < most) ranks[rank]?.push(node);
  }
  return ranks.flat().slice(0, most);
}

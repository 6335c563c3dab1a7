import { allOf, type CanvasDocument, type CanvasNode, getOf } from '@hopscope/canvas';
import { flowTraceLimits } from '@hopscope/contract';
import { useMemo } from 'react';

/** Returns the selected nodes, the one whose details are shown, and those from which money can be followed. */
export function useNodes(document: CanvasDocument, selection: readonly string[], focus: string | null) {
  return useMemo(() => {
    const nodes = allOf(document, 'node');
    const chosen = selection.flatMap((id) => getOf(document, 'node', id) ?? []);
    const shown =
      chosen.length === 1 ? chosen[0] : chosen.length === 0 ? nodes.find(({ traced }) => traced) : undefined;
    const focused = focus === null ? undefined : getOf(document, 'node', focus);
    const first = (node: CanvasNode): number => (chosen.includes(node) ? 0 : node.traced ? 1 : 2);
    const starts = nodes
      .filter((node) => node.type === 'wallet' && (node.traced || chosen.includes(node)))
      .sort((a, b) => first(a) - first(b))
      .slice(0, flowTraceLimits.starts);
    return { chosen, shown: shown ?? focused, starts };
  }, [document, selection, focus]);
}

import { allOf, type CanvasDocument, type CanvasNode, getOf } from '@hopscope/canvas';
import { flowTraceLimits } from '@hopscope/contract';
import { useMemo } from 'react';

/** Returns the selected nodes, the one whose details are shown, and those from which money can be followed. */
export function useNodes(document: CanvasDocument, selection: readonly string[], focus: string | null) {
  return useMemo(() => {
    const nodes = allOf(document, 'node');
    const chosen = selection.flatMap((id) => getOf(document, 'node', id) ?? []);
    const [first] = chosen;
    const service = first?.profile?.entityId;
    // A click on a folded service selects all of its addresses.
    const isOne = service != null && chosen.every(({ profile }) => profile?.entityId === service);
    const shown =
      chosen.length === 1 || isOne
        ? first
        : chosen.length === 0
          ? nodes.find(({ traced }) => traced)
          : undefined;
    const focused = focus === null ? undefined : getOf(document, 'node', focus);
    const rank = (node: CanvasNode): number => (chosen.includes(node) ? 0 : node.traced ? 1 : 2);
    const starts = nodes
      .filter((node) => node.type === 'wallet' && (node.traced || chosen.includes(node)))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, flowTraceLimits.starts);
    return { chosen, shown: shown ?? focused, starts };
  }, [document, selection, focus]);
}

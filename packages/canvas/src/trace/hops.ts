import { allOf, type CanvasDocument, connectionsOf } from '../document/document.ts';

export interface HopPosition {
  /** Column: money flows one column to the right with each hop; the traced are 0. */
  readonly column: number;
  /** Hops, whichever way. */
  readonly hops: number;
}

/**
 * Returns the position of each node relative to the traced ones: breadth first over transfers in both directions, payees one
 * column right, payers one column left. Omits nodes without connection to a traced one, unless `everything` is set or nothing
 * is traced: then the first node of each part by ID counts as traced.
 */
export function hopsFromTraced(document: CanvasDocument, everything = false): Map<string, HopPosition> {
  const nodes = allOf(document, 'node');
  const traced = nodes.filter((one) => one.traced);
  const found = new Map<string, HopPosition>();
  const walk = (starts: readonly string[]): void => {
    for (const id of starts) found.set(id, { column: 0, hops: 0 });
    let front = starts;
    for (let hops = 1; front.length > 0; hops++) {
      const next: string[] = [];
      for (const id of front) {
        const column = found.get(id)?.column ?? 0;
        for (const { from, to } of connectionsOf(document, id)) {
          const other = from === id ? to : from;
          if (found.has(other)) continue;
          found.set(other, { column: column + (from === id ? 1 : -1), hops });
          next.push(other);
        }
      }
      front = next;
    }
  };
  walk(traced.map(({ id }) => id));
  if (everything || traced.length === 0) for (const { id } of nodes) if (!found.has(id)) walk([id]);
  return found;
}

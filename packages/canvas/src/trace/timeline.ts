import { allOf, type CanvasDocument } from '../document/document.ts';

/** The flow in time. Times are seconds since 1970. */
export interface Timeline {
  /** Times of the first and last confirmed transfer; null: none. */
  readonly first: number | null;
  readonly last: number | null;
  /** Times of transfers, ascending, at most as many as requested; includes the first and the last. */
  readonly steps: readonly number[];
  /** Number of transfers after the step before each step, up to it. */
  readonly counts: readonly number[];
  /** Transfers that are in no block yet: shown only without a time. */
  readonly unconfirmed: number;
  /**
   * Returns what is displayed at a time: transfers up to it, their nodes, and nodes without confirmed transfers. Null:
   * everything.
   */
  shownAt: (time: number | null) => Shown;
}

export interface Shown {
  readonly nodes: ReadonlySet<string>;
  readonly connections: ReadonlySet<string>;
  readonly conversions: ReadonlySet<string>;
}

function thinned(times: readonly number[], most: number): number[] {
  if (times.length <= most) return [...times];
  const last = times.length - 1;
  return Array.from({ length: most }, (_, i) => times[Math.round((i * last) / (most - 1))] ?? 0);
}

/** @param most steps of the slider, at least 2 */
export function timelineOf(document: CanvasDocument, most = 200): Timeline {
  const connections = allOf(document, 'connection');
  const dated = connections
    .flatMap(({ id, from, to, time }) => (time === null ? [] : [{ id, from, to, time }]))
    .sort((a, b) => a.time - b.time);
  const times = [...new Set(dated.map(({ time }) => time))];
  const nodes = allOf(document, 'node');
  const conversions = allOf(document, 'conversion');
  const steps = thinned(times, Math.max(2, most));
  const counts = steps.map(() => 0);
  let step = 0;
  for (const { time } of dated) {
    while (time > (steps[step] ?? Number.POSITIVE_INFINITY)) step++;
    counts[step] = (counts[step] ?? 0) + 1;
  }
  const moving = new Set(dated.flatMap(({ from, to }) => [from, to]));
  const always = nodes.filter(({ id, traced }) => traced || !moving.has(id)).map(({ id }) => id);
  return {
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
    steps,
    counts,
    unconfirmed: connections.length - dated.length,
    shownAt: (time) => {
      if (time === null)
        return {
          nodes: new Set(nodes.map(({ id }) => id)),
          connections: new Set(connections.map(({ id }) => id)),
          conversions: new Set(conversions.map(({ id }) => id)),
        };
      const shown = {
        nodes: new Set(always),
        connections: new Set<string>(),
        conversions: new Set<string>(),
      };
      for (const one of dated) {
        if (one.time > time) break;
        shown.connections.add(one.id);
        shown.nodes.add(one.from).add(one.to);
      }
      for (const { id, from, to, got } of conversions) {
        const isShown = shown.nodes.has(from) && shown.nodes.has(to);
        if (isShown && got.time !== null && got.time <= time) shown.conversions.add(id);
      }
      return shown;
    },
  };
}

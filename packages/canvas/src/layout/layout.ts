import type { Change } from '@hopscope/contract/flow-document';
import type { Point } from '../geometry/point.ts';
import { setFields } from '../document/changes.ts';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { placesByHops } from './by-hops.ts';
import { placesByTime } from './by-time.ts';

export const layouts = ['hops', 'time', 'free'] as const;
export type Layout = (typeof layouts)[number];

export const layoutTitles: Readonly<Record<Layout, string>> = {
  hops: 'Arrange by hops',
  time: 'Arrange by time',
  free: 'Keep positions',
};

/** The changes that move nodes to places; drawings stay. */
export function moveTo(document: CanvasDocument, places: ReadonlyMap<string, Point>): Change[] {
  return allOf(document, 'node').flatMap((node) => {
    const at = places.get(node.id);
    return (at && setFields(node, { x: at.x, y: at.y })) ?? [];
  });
}

/** Returns the changes that arrange the whole document; none for `free`, which keeps positions. */
export function layOut(document: CanvasDocument, layout: Layout): Change[] {
  switch (layout) {
    case 'hops':
      return moveTo(document, placesByHops(document));
    case 'time':
      return moveTo(document, placesByTime(document).places);
    case 'free':
      return [];
  }
}

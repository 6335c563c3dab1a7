import type { Point } from './point.ts';
import { limits } from '../limits.ts';
import type { Box } from './curve.ts';

/** Camera: `screen = world × zoom + (x, y)`. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const homeView: View = { x: 0, y: 0, zoom: 1 };

export function toWorld(view: View, screen: Point): Point {
  return { x: (screen.x - view.x) / view.zoom, y: (screen.y - view.y) / view.zoom };
}

export function toScreen(view: View, world: Point): Point {
  return { x: world.x * view.zoom + view.x, y: world.y * view.zoom + view.y };
}

export function clampZoom(zoom: number): number {
  return Math.min(limits.zoomMost, Math.max(limits.zoomLeast, zoom));
}

/** Smallest zoom at which everything can be fitted into the view. */
const leastToFit = 0.002;

/** Clamps the zoom of a view that shows everything, which may be below the limit of zooming by hand. */
export function clampFit(zoom: number): number {
  return Math.min(1, Math.max(leastToFit, zoom));
}

/**
 * Returns the view at another zoom (0.25 to 4) that keeps a point of the screen fixed. From below 0.25, where fitting
 * everything can lead, it zooms in step by step and no further out.
 */
export function zoomTo(view: View, zoom: number, screen: Point): View {
  const next =
    view.zoom < limits.zoomLeast ? Math.max(view.zoom, Math.min(zoom, limits.zoomMost)) : clampZoom(zoom);
  const factor = next / view.zoom;
  return {
    zoom: next,
    x: screen.x - (screen.x - view.x) * factor,
    y: screen.y - (screen.y - view.y) * factor,
  };
}

/** Zooms in by 1.1, or out by 0.9, about a point of the screen. */
export function zoomBy(view: View, direction: 'in' | 'out', screen: Point): View {
  return zoomTo(view, view.zoom * (direction === 'in' ? limits.zoomIn : limits.zoomOut), screen);
}

export function panBy(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** The view in which a box of the world fills a screen, with a margin in pixels; at most at zoom 1. */
export function fitBox(box: Box, width: number, height: number, margin = 60): View {
  const across = Math.max(1, box.right - box.left);
  const down = Math.max(1, box.bottom - box.top);
  const room = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down);
  const zoom = clampFit(room);
  return {
    zoom,
    x: width / 2 - ((box.left + box.right) / 2) * zoom,
    y: height / 2 - ((box.top + box.bottom) / 2) * zoom,
  };
}

/** The smallest box around points; null without any. */
export function boxAround(points: Iterable<Point>): Box | null {
  let box: Box | null = null;
  for (const { x, y } of points)
    box = box
      ? {
          left: Math.min(box.left, x),
          top: Math.min(box.top, y),
          right: Math.max(box.right, x),
          bottom: Math.max(box.bottom, y),
        }
      : { left: x, top: y, right: x, bottom: y };
  return box;
}

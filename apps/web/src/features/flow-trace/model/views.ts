import { clampZoom, type Point, type View } from '@hopscope/canvas';
import type { Area, RenderModel } from './render-model.ts';

/** Returns the view with a world point in the center. */
export function centerOn(point: Point, zoom: number, size: { width: number; height: number }): View {
  return { zoom, x: size.width / 2 - point.x * zoom, y: size.height / 2 - point.y * zoom };
}

/** Margins for the ruler and toolbars above, the toolbars below, and names beside nodes. */
const room = { above: 170, below: 110, side: 90 };
/** Below this width, search and title are below the toolbar, and the ruler is below them. */
const narrow = 1060;

/** Returns the vertical offset of the ruler for a canvas width. */
export function railShift(width: number): number {
  return width <= narrow ? 46 : 0;
}

export function areaOf({ nodes, drawings }: RenderModel): Area | null {
  let area: Area | null = null;
  const add = (x: number, y: number): void => {
    area = {
      left: Math.min(area?.left ?? x, x),
      top: Math.min(area?.top ?? y, y),
      right: Math.max(area?.right ?? x, x),
      bottom: Math.max(area?.bottom ?? y, y),
    };
  };
  for (const { x, y } of nodes) add(x, y);
  for (const drawing of drawings) {
    add(drawing.x, drawing.y);
    if (drawing.shape === 'line') add(drawing.x2, drawing.y2);
    if (drawing.shape === 'rectangle') add(drawing.x + drawing.width, drawing.y + drawing.height);
    if (drawing.shape === 'circle') {
      add(drawing.x - drawing.radius, drawing.y - drawing.radius);
      add(drawing.x + drawing.radius, drawing.y + drawing.radius);
    }
  }
  return area;
}

/** Returns the view that shows everything, at most at natural size. */
export function viewOfAll(renderModel: RenderModel, size: { width: number; height: number }): View {
  const area = areaOf(renderModel);
  if (!area) return { x: size.width / 2, y: size.height / 2, zoom: 1 };
  const { left, top, right, bottom } = area;
  const side = Math.min(room.side, size.width * 0.1);
  const above = room.above + railShift(size.width);
  const free = {
    width: Math.max(80, size.width - 2 * side),
    height: Math.max(80, size.height - above - room.below),
  };
  const zoom = clampZoom(
    Math.min(1, free.width / Math.max(1, right - left), free.height / Math.max(1, bottom - top)),
  );
  return {
    zoom,
    x: side + free.width / 2 - ((left + right) / 2) * zoom,
    y: above + free.height / 2 - ((top + bottom) / 2) * zoom,
  };
}

/** Minimum zoom at which names are readable. */
const readable = 0.5;

/** Returns the initial view: everything or, if that would be too small to read, the opened node. */
export function firstView(
  renderModel: RenderModel,
  focus: string | null,
  size: { width: number; height: number },
): View {
  const all = viewOfAll(renderModel, size);
  const node =
    renderModel.nodes.find(({ id }) => id === focus) ?? renderModel.nodes.find(({ traced }) => traced);
  return all.zoom >= readable || !node ? all : centerOn(node, 0.8, size);
}

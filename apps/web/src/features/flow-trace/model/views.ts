import { clampFit, type Point, type View } from '@hopscope/canvas';
import type { Area, RenderModel } from './render-model.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the view with a world point in the center. */
export function centerOn(point: Point, zoom: number, size: { width: number; height: number }): View {
  return { zoom, x: size.width / 2 - point.x * zoom, y: size.height / 2 - point.y * zoom };
}

/** Space that toolbars and panels cover at the sides of the canvas, in screen pixels. */
export interface Covered {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
  /** What is in the lower corners, above `below`: it is left free either at the sides or at the bottom. */
  readonly corners: { readonly left: number; readonly right: number; readonly height: number };
}

/** The toolbars above and below an empty canvas, and the ruler. */
export const plainCovered: Covered = {
  above: 170,
  below: 70,
  left: 0,
  right: 0,
  corners: { left: 0, right: 0, height: 0 },
};
/** Space beside the outermost nodes for their names, and below them. */
const names = { side: 90, below: 60 };
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

/** Returns the view that shows an area between what is covered, at most at natural size. */
function fitBetween(area: Area, size: Size, { above, below, left, right }: Omit<Covered, 'corners'>): View {
  const side = Math.min(names.side, size.width * 0.1);
  const free = {
    width: Math.max(80, size.width - left - right - 2 * side),
    height: Math.max(80, size.height - above - below - names.below),
  };
  const zoom = clampFit(
    Math.min(
      free.width / Math.max(1, area.right - area.left),
      free.height / Math.max(1, area.bottom - area.top),
    ),
  );
  return {
    zoom,
    x: left + side + free.width / 2 - ((area.left + area.right) / 2) * zoom,
    y: above + free.height / 2 - ((area.top + area.bottom) / 2) * zoom,
  };
}

/** Returns the view that shows everything beside toolbars and panels, at most at natural size. */
export function viewOfAll(renderModel: RenderModel, size: Size, covered: Covered = plainCovered): View {
  const area = areaOf(renderModel);
  if (!area) return { x: size.width / 2, y: size.height / 2, zoom: 1 };
  const { corners } = covered;
  const own = { ...covered, above: covered.above + railShift(size.width) };
  const beside = fitBetween(area, size, {
    ...own,
    left: own.left + corners.left,
    right: own.right + corners.right,
  });
  const under = fitBetween(area, size, { ...own, below: own.below + corners.height });
  return beside.zoom >= under.zoom ? beside : under;
}

/** Returns whether all nodes are visible beside toolbars and panels, at a size at which their names are readable. */
export function showsAll(
  { nodes }: RenderModel,
  view: View,
  size: Size,
  { above, below, left, right }: Covered,
): boolean {
  const reach = 30;
  return (
    view.zoom >= readable &&
    nodes.every((node) => {
      const [x, y] = [node.x * view.zoom + view.x, node.y * view.zoom + view.y];
      return (
        x >= left + reach &&
        x <= size.width - right - reach &&
        y >= above - reach &&
        y <= size.height - below - reach
      );
    })
  );
}

/** Minimum zoom at which names are readable. */
export const readable = 0.5;

/** Returns the initial view: everything or, if that would be too small to read, the opened node. */
export function firstView(
  renderModel: RenderModel,
  focus: string | null,
  size: Size,
  covered: Covered = plainCovered,
): View {
  const all = viewOfAll(renderModel, size, covered);
  const node =
    renderModel.nodes.find(({ id }) => id === focus) ?? renderModel.nodes.find(({ traced }) => traced);
  return all.zoom >= readable || !node ? all : centerOn(node, 0.8, size);
}

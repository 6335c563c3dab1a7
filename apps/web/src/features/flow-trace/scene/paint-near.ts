import type { RenderEdge, RenderNode } from '../model/render-model.ts';
import { edgeStyle, type EdgeStyle } from './edge-style.ts';
import { areaOfFrame, type Frame } from './frame.ts';
import { cssColor, type Painting, type Shown, toWorldOf } from './paint.ts';
import { edgesIn, nodesIn, prepareBoxes } from './visible.ts';

/** Minimum zoom at which arrows are visible. */
const arrowsFrom = 0.3;
/** Edges in one stroke, and nodes, painted between two steps. */
const edgesAtOnce = 8;
const nodesAtOnce = 12;
/** Nodes whose picture may be drawn between two steps. */
const spritesAtOnce = 1;

/** Dashes of conversions, in world pixels. */
const dash = [9, 6];
const noDash: number[] = [];

interface Styled {
  readonly style: EdgeStyle;
  readonly edges: RenderEdge[];
}

/** Groups edges of one style, so that they are painted together; strong ones last, above the others. */
function byStyle(edges: readonly RenderEdge[], { strong, colors }: Shown): Styled[] {
  const groups = new Map<string, Styled>();
  for (const edge of edges) {
    const style = edgeStyle(edge, strong, colors);
    const key = `${strong.has(edge.id)} ${style.color} ${style.width} ${style.alpha} ${style.dashed}`;
    const group = groups.get(key);
    if (group) group.edges.push(edge);
    else groups.set(key, { style, edges: [edge] });
  }
  const above = ({ edges: [first] }: Styled): number => (first && strong.has(first.id) ? 1 : 0);
  return [...groups.values()].toSorted((a, b) => above(a) - above(b));
}

function addArrow(context: CanvasRenderingContext2D, { curve }: RenderEdge, width: number): void {
  const { x2, y2, x3, y3 } = curve;
  const length = Math.hypot(x3 - x2, y3 - y2) || 1;
  const [dx, dy] = [(x3 - x2) / length, (y3 - y2) / length];
  const size = 7 + width;
  const half = size * 0.5;
  const [bx, by] = [x3 + dx * 3 - dx * size, y3 + dy * 3 - dy * size];
  context.moveTo(x3 + dx * 3, y3 + dy * 3);
  context.lineTo(bx - dy * half, by + dx * half);
  context.lineTo(bx + dy * half, by - dx * half);
  context.closePath();
}

function* paintEdges(
  context: CanvasRenderingContext2D,
  edges: readonly RenderEdge[],
  shown: Shown,
  scale: number,
): Painting {
  for (const { style, edges: group } of byStyle(edges, shown)) {
    const color = cssColor(style.color, style.alpha);
    for (let from = 0; from < group.length; from += edgesAtOnce) {
      const part = group.slice(from, from + edgesAtOnce);
      context.beginPath();
      for (const { curve } of part) {
        context.moveTo(curve.x0, curve.y0);
        context.bezierCurveTo(curve.x1, curve.y1, curve.x2, curve.y2, curve.x3, curve.y3);
      }
      context.strokeStyle = color;
      context.lineWidth = Math.max(style.width, 0.8 / scale);
      context.setLineDash(style.dashed ? dash : noDash);
      context.stroke();
      context.setLineDash(noDash);
      if (scale >= arrowsFrom) {
        context.beginPath();
        for (const edge of part) addArrow(context, edge, style.width);
        context.fillStyle = cssColor(style.color);
        context.fill();
      }
      yield;
    }
  }
}

/** Paints a frame around selected nodes, from afar at least some pixels wide; `scale`: painted pixels per world pixel. */
export function paintChosen(
  context: CanvasRenderingContext2D,
  nodes: readonly RenderNode[],
  { chosen, colors }: Shown,
  scale: number,
): void {
  const ringed = nodes.filter(({ id }) => chosen.has(id));
  if (ringed.length === 0) return;
  context.beginPath();
  for (const { x, y } of ringed) {
    context.moveTo(x + 31, y);
    context.arc(x, y, 31, 0, 2 * Math.PI);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + dx * 31, y + dy * 31);
      context.lineTo(x + dx * 37, y + dy * 37);
    }
  }
  context.strokeStyle = cssColor(colors.accent);
  context.lineWidth = Math.max(1.6, 1.6 / scale);
  context.stroke();
}

/** Paints edges with arrows, and nodes with their rings and icons. */
export function* paintNear(context: CanvasRenderingContext2D, shown: Shown, frame: Frame): Painting {
  const scale = toWorldOf(context, frame);
  const area = areaOfFrame(frame);
  yield* prepareBoxes(shown.model);
  const edges = edgesIn(shown.model, area, shown.hidden);
  yield;
  yield* paintEdges(context, edges, shown, scale);
  const nodes = nodesIn(shown.model, area, shown.hidden);
  for (const [i, node] of nodes.entries())
    if (shown.sprites.prepare(node, shown.colors, scale) && i % spritesAtOnce === 0) yield;
  for (const [i, node] of nodes.entries()) {
    shown.sprites.draw(context, node, shown.colors, scale);
    if (i % nodesAtOnce === nodesAtOnce - 1) yield;
  }
  paintChosen(context, nodes, shown, scale);
  yield;
}

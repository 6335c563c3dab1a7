import { limits } from '@hopscope/canvas';
import { flowBandOf } from '@hopscope/domain';
import { edgeStyle } from './edge-style.ts';
import type { RenderNode } from '../model/render-model.ts';
import type { Frame } from './frame.ts';
import { mixed } from './node-sprites.ts';
import type { Painting, Shown } from './paint.ts';
import { drawDisc, drawLine, type Pixels, pixelOf } from './raster.ts';
import type { SceneColors } from './scene-colors.ts';
import { isHidden } from './visible.ts';

/** Nodes painted between two steps, and pixels of lines. */
const atOnce = 120;
const pixelsAtOnce = 12_000;
/** Rows of pixels copied between two steps. */
const rowsAtOnce = 200;
/** Points of the path of an edge, whose bend is hardly visible from afar. */
const pieces = [0, 0.3, 0.7, 1] as const;

/** Radius in painted pixels from which a node has a ring and a fill. */
const ringFrom = 2.5;

function pointColor(node: RenderNode, colors: SceneColors): number {
  const band = flowBandOf(node.risk);
  if (node.traced) return colors.text;
  return band === 'high' || band === 'medium' ? colors[band] : colors.hues[node.hue];
}

function drawFarNode(
  pixels: Pixels,
  node: RenderNode,
  [x, y, scale]: [number, number, number],
  colors: SceneColors,
): void {
  const radius = limits.nodeRadius * scale;
  if (radius < ringFrom) return drawDisc(pixels, x, y, Math.max(0.8, radius), pointColor(node, colors));
  if (node.ring) {
    drawDisc(pixels, x, y, radius * 1.3, colors[flowBandOf(node.risk)]);
    drawDisc(pixels, x, y, radius * 1.3 - Math.max(1, radius * 0.2), colors.ground);
  }
  drawDisc(pixels, x, y, radius, node.traced ? colors.text : mixed(colors.node, colors.hues[node.hue], 0.75));
}

function* drawFarEdges(
  pixels: Pixels,
  shown: Shown,
  { left, top, zoom, ratio, width, height }: Frame,
): Painting {
  const { model, strong, hidden, colors } = shown;
  const scale = zoom * ratio;
  const [right, bottom] = [width * ratio, height * ratio];
  const path = new Float64Array(pieces.length * 2);
  let painted = 0;
  for (const edge of model.edges) {
    const { x0, y0, x1, y1, x2, y2, x3, y3 } = edge.curve;
    const [ax, ay] = [(x0 - left) * scale, (y0 - top) * scale];
    const [bx, by] = [(x3 - left) * scale, (y3 - top) * scale];
    if (
      (ax < 0 && bx < 0) ||
      (ay < 0 && by < 0) ||
      (ax > right && bx > right) ||
      (ay > bottom && by > bottom)
    )
      continue;
    if (isHidden(edge, hidden)) continue;
    const style = edgeStyle(edge, strong, colors);
    for (const [i, t] of pieces.entries()) {
      const u = 1 - t;
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      path[2 * i] = (a * x0 + b * x1 + c * x2 + d * x3 - left) * scale;
      path[2 * i + 1] = (a * y0 + b * y1 + c * y2 + d * y3 - top) * scale;
    }
    // Lines thinner than a pixel are fainter instead; thicker ones are several lines.
    const thick = style.width * scale;
    const lines = Math.max(1, Math.round(thick));
    const alpha = style.alpha * Math.min(1, Math.max(0.3, thick));
    for (let line = 0; line < lines; line++) {
      const aside = line - (lines - 1) / 2;
      for (let i = 0; i < pieces.length - 1; i++) {
        const at = [
          path[2 * i] ?? 0,
          path[2 * i + 1] ?? 0,
          path[2 * i + 2] ?? 0,
          path[2 * i + 3] ?? 0,
        ] as const;
        const steep = Math.abs(at[3] - at[1]) > Math.abs(at[2] - at[0]);
        const [dx, dy] = steep ? [aside, 0] : [0, aside];
        drawLine(pixels, [at[0] + dx, at[1] + dy, at[2] + dx, at[3] + dy], style.color, alpha);
        painted += 8 + Math.abs(steep ? at[3] - at[1] : at[2] - at[0]);
      }
    }
    if (painted < pixelsAtOnce) continue;
    painted = 0;
    yield;
  }
}

const images = new WeakMap<CanvasRenderingContext2D, ImageData>();

/** Returns pixels for a canvas; the same again if the size is the same. */
function imageFor(context: CanvasRenderingContext2D, width: number, height: number): ImageData {
  const known = images.get(context);
  if (known?.width === width && known.height === height) return known;
  const image = context.createImageData(width, height);
  images.set(context, image);
  return image;
}

/**
 * Paints edges and nodes from afar, pixel by pixel: thin lines, and points in the color of their risk or category. A hundred
 * thousand nodes take some tens of milliseconds.
 */
export function* paintFar(context: CanvasRenderingContext2D, shown: Shown, frame: Frame): Painting {
  const { model, colors, hidden } = shown;
  const [width, height] = [Math.round(frame.width * frame.ratio), Math.round(frame.height * frame.ratio)];
  const image = imageFor(context, width, height);
  const pixels: Pixels = { data: new Uint32Array(image.data.buffer), width, height };
  pixels.data.fill(pixelOf(colors.ground));
  yield;
  yield* drawFarEdges(pixels, shown, frame);
  const scale = frame.zoom * frame.ratio;
  const reach = 40 * scale;
  let painted = 0;
  for (const node of model.nodes) {
    const [x, y] = [(node.x - frame.left) * scale, (node.y - frame.top) * scale];
    if (x < -reach || y < -reach || x > width + reach || y > height + reach || hidden.has(node.id)) continue;
    drawFarNode(pixels, node, [x, y, scale], colors);
    painted += 1;
    if (painted % atOnce === 0) yield;
  }
  for (let y = 0; y < height; y += rowsAtOnce) {
    yield;
    context.putImageData(image, 0, 0, 0, y, width, rowsAtOnce);
  }
}

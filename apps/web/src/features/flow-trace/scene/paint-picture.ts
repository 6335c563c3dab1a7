import { hopTitle } from '@hopscope/canvas';
import type { RenderColumn } from '../model/render-model.ts';
import { face, widthOf } from './faces.ts';
import { areaOfFrame, type Frame, offsetOf, type Size } from './frame.ts';
import { cssColor, type Painting, type Shown, toWorldOf } from './paint.ts';
import { paintDrawings } from './paint-drawings.ts';
import { paintFar } from './paint-far.ts';
import { paintLabels } from './paint-labels.ts';
import { paintChosen, paintNear } from './paint-near.ts';
import type { SceneColors } from './scene-colors.ts';
import { nodesIn } from './visible.ts';
import { railShift } from '../model/views.ts';
import type { View } from '@hopscope/canvas';

/** Zoom below which nodes and edges are painted as points and thin lines. */
const farBelow = 0.25;
/** Distance of the ruler's dots from the canvas's upper edge, and the height of the ruler, in screen pixels. */
const railY = 104;
export const rulerHeight = 190;

/** Dotted lines below the columns of the ruler. */
function paintGuides(context: CanvasRenderingContext2D, { model, colors }: Shown, frame: Frame): void {
  context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
  context.strokeStyle = cssColor(colors.guide);
  context.lineWidth = 1.2;
  context.setLineDash([2, 4]);
  context.beginPath();
  for (const { x } of model.columns) {
    const at = offsetOf(frame, x);
    context.moveTo(at, 0);
    context.lineTo(at, frame.height);
  }
  context.stroke();
  context.setLineDash([]);
}

/** Paints everything that a frame shows; without `labels`, only nodes and edges from afar. */
export function* paintPicture(
  context: CanvasRenderingContext2D,
  shown: Shown,
  frame: Frame,
  labels: boolean,
): Painting {
  const { model, chosen, colors } = shown;
  if (!labels || frame.zoom < farBelow) {
    yield* paintFar(context, shown, frame);
    const scale = toWorldOf(context, frame);
    paintChosen(context, nodesIn(model, areaOfFrame(frame), shown.hidden), shown, scale);
  } else {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = cssColor(colors.ground);
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    paintGuides(context, shown, frame);
    yield* paintNear(context, shown, frame);
  }
  paintDrawings(context, model.drawings, chosen, frame);
  if (labels) yield* paintLabels(context, shown, frame);
}

/** Paints the ruler above the canvas: an arc for each hop. It moves only horizontally with the view. */
export function paintRuler(
  context: CanvasRenderingContext2D,
  columns: readonly RenderColumn[],
  { colors, view, size, ratio }: { colors: SceneColors; view: View; size: Size; ratio: number },
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, railShift(size.width) * ratio);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  let before: number | undefined;
  let labeled = Number.NEGATIVE_INFINITY;
  for (const { x, hop } of columns) {
    const at = x * view.zoom + view.x;
    if (before !== undefined && at - before > 20) {
      context.beginPath();
      context.moveTo(before + 9, railY - 5);
      context.quadraticCurveTo((before + at) / 2, railY - 46, at - 9, railY - 5);
      context.strokeStyle = cssColor(colors.nodeLine);
      context.lineWidth = 1.2;
      context.stroke();
    }
    before = at;
    context.beginPath();
    context.arc(at, railY, hop === 0 ? 5.5 : 2.5, 0, 2 * Math.PI);
    context.fillStyle = cssColor(hop === 0 ? colors.text : colors.quiet);
    context.fill();
    const title = hopTitle(hop);
    const half = widthOf(context, face.count, title) / 2;
    // Titles of columns that are close together would overlap.
    if (at - half < labeled + 8) continue;
    context.fillStyle = cssColor(colors.ground, 0.85);
    context.fillRect(at - half - 4, railY + 8, 2 * half + 8, 17);
    context.fillStyle = cssColor(hop === 0 ? colors.text : colors.quiet);
    context.font = face.count;
    context.fillText(title, at, railY + 10);
    labeled = at + half;
  }
}

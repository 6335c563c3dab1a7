import type { Drawing } from '@hopscope/canvas';
import { face } from './faces.ts';
import type { Frame } from './frame.ts';
import { toWorldOf } from './paint.ts';

/** Dashes distinguish drawings of people from facts of the ledger. */
const dash = [5, 4] as const;

function paintDrawing(context: CanvasRenderingContext2D, drawing: Drawing, chosen: boolean): void {
  context.strokeStyle = drawing.color;
  context.lineWidth = chosen ? 2.6 : 1.6;
  context.beginPath();
  switch (drawing.shape) {
    case 'line':
      context.moveTo(drawing.x, drawing.y);
      context.lineTo(drawing.x2, drawing.y2);
      break;
    case 'rectangle':
      context.setLineDash([...dash]);
      context.roundRect(drawing.x, drawing.y, drawing.width, drawing.height, 4);
      break;
    case 'circle':
      context.arc(drawing.x, drawing.y, drawing.radius, 0, 2 * Math.PI);
      break;
    case 'text':
      context.font = face.note;
      context.textAlign = 'left';
      context.textBaseline = 'top';
      context.fillStyle = drawing.color;
      for (const [i, line] of drawing.text.split('\n').entries())
        context.fillText(line, drawing.x, drawing.y + 1 + i * 20);
      return;
  }
  context.stroke();
  context.setLineDash([]);
}

/** Paints what people have drawn on the canvas. */
export function paintDrawings(
  context: CanvasRenderingContext2D,
  drawings: readonly Drawing[],
  chosen: ReadonlySet<string>,
  frame: Frame,
): void {
  if (drawings.length === 0) return;
  toWorldOf(context, frame);
  for (const drawing of drawings) paintDrawing(context, drawing, chosen.has(drawing.id));
}

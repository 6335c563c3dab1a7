import type { Drawing } from '@hopscope/canvas';
import { Container, Graphics } from 'pixi.js';
import { textOf } from './fonts.ts';
import { colorNumber } from './scene-colors.ts';

function shapeOf(drawing: Drawing, chosen: boolean, sharpness: number): Container {
  const color = colorNumber(drawing.color);
  const width = chosen ? 2.6 : 1.6;
  switch (drawing.shape) {
    case 'line':
      return new Graphics()
        .moveTo(drawing.x, drawing.y)
        .lineTo(drawing.x2, drawing.y2)
        .stroke({ color, width, cap: 'round' });
    case 'rectangle':
      return dashedBox(drawing, color, width);
    case 'circle':
      return new Graphics().circle(drawing.x, drawing.y, drawing.radius).stroke({ color, width });
    case 'text': {
      const text = textOf(drawing.text, 'note', sharpness, color);
      text.position.set(drawing.x, drawing.y);
      return text;
    }
  }
}

const dash = 5;

/** Draws a dashed box, which distinguishes drawings of people from facts of the ledger. */
function dashedBox(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  color: number,
  line: number,
): Graphics {
  const box = new Graphics();
  // A box of thousands of dashes is drawn solid.
  if (width + height > 4000) return box.roundRect(x, y, width, height, 4).stroke({ color, width: line });
  const sides = [
    [x, y, x + width, y],
    [x + width, y, x + width, y + height],
    [x + width, y + height, x, y + height],
    [x, y + height, x, y],
  ] as const;
  for (const [x0, y0, x1, y1] of sides) {
    const length = Math.abs(x1 - x0) + Math.abs(y1 - y0);
    for (let at = 0; at < length; at += dash * 1.8) {
      const [a, b] = [at / length, Math.min(1, (at + dash) / length)];
      box.moveTo(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a).lineTo(x0 + (x1 - x0) * b, y0 + (y1 - y0) * b);
    }
  }
  return box.stroke({ color, width: line, cap: 'round' });
}

/** Drawings of people on the canvas. */
export class DrawingLayer {
  readonly view = new Container({ isRenderGroup: true });

  show(drawings: readonly Drawing[], chosen: ReadonlySet<string>, sharpness: number): void {
    for (const child of this.view.removeChildren()) child.destroy({ children: true });
    for (const drawing of drawings) this.view.addChild(shapeOf(drawing, chosen.has(drawing.id), sharpness));
  }
}

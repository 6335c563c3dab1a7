import { columnTitle } from '@hopscope/canvas';
import { Container, Graphics } from 'pixi.js';
import type { RenderColumn } from '../model/render-model.ts';
import type { View } from '@hopscope/canvas';
import { textOf } from './fonts.ts';
import type { SceneColors } from './scene-colors.ts';

/** Distance of the ruler's dots from the canvas's upper edge. */
const railY = 104;

/** The ruler above the canvas: one arc per hop, a column below each. It only moves horizontally with the view. */
export class RailLayer {
  readonly view = new Container({ isRenderGroup: true });
  #columns: readonly { column: RenderColumn; mark: Container }[] = [];
  #arcs = new Graphics();
  #colors: SceneColors | undefined;
  #zoom = 0;

  show(columns: readonly RenderColumn[], colors: SceneColors, sharpness: number, height: number): void {
    for (const child of this.view.removeChildren()) child.destroy({ children: true });
    this.#colors = colors;
    this.#zoom = 0;
    this.#arcs = new Graphics();
    this.view.addChild(this.#arcs);
    this.#columns = columns.map((column) => {
      const mark = new Container();
      const guide = new Graphics();
      for (let y = railY + 34; y < height; y += 6) guide.moveTo(0, y).lineTo(0, y + 2);
      guide.stroke({ color: colors.guide, width: 1.2 });
      const dot = new Graphics();
      if (column.hop === 0) {
        dot.circle(0, railY, 5.5).fill(colors.ground).stroke({ color: colors.text, width: 1.6 });
        dot.circle(0, railY, 2).fill(colors.text);
      } else dot.circle(0, railY, 2.5).fill(colors.quiet);
      const text = textOf(columnTitle(column.hop), 'count', sharpness, colors.quiet);
      text.position.set(-text.width / 2, railY + 10);
      mark.addChild(guide, dot, text);
      this.view.addChild(mark);
      return { column, mark };
    });
  }

  move({ x, zoom }: View): void {
    this.view.x = x;
    if (zoom === this.#zoom || !this.#colors) return;
    this.#zoom = zoom;
    this.#arcs.clear();
    let before: number | undefined;
    for (const { column, mark } of this.#columns) {
      const at = column.x * zoom;
      mark.x = at;
      if (before !== undefined && at - before > 20) {
        const middle = (before + at) / 2;
        this.#arcs.moveTo(before + 9, railY - 5).quadraticCurveTo(middle, railY - 46, at - 9, railY - 5);
      }
      before = at;
    }
    this.#arcs.stroke({ color: this.#colors.nodeLine, width: 1.2, cap: 'round' });
  }
}

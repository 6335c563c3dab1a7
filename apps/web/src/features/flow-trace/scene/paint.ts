import type { RenderModel } from '../model/render-model.ts';
import type { Frame } from './frame.ts';
import type { NodeSprites } from './node-sprites.ts';
import type { SceneColors } from './scene-colors.ts';

/** What a picture shows. */
export interface Shown {
  readonly model: RenderModel;
  readonly colors: SceneColors;
  readonly chosen: ReadonlySet<string>;
  readonly strong: ReadonlySet<string>;
  /** Nodes that are left out with their edges: they are being moved. */
  readonly hidden: ReadonlySet<string>;
  readonly sprites: NodeSprites;
}

/** Paints a picture in steps, so that it can be interrupted between them. */
export type Painting = Generator<void, void>;

export type Painter = (context: CanvasRenderingContext2D, shown: Shown, frame: Frame) => Painting;

/** Sets world coordinates for a frame; returns painted pixels per world pixel. */
export function toWorldOf(context: CanvasRenderingContext2D, { zoom, ratio, left, top }: Frame): number {
  const scale = zoom * ratio;
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  return scale;
}

/** Formats a color with opacity, 0 to 1. */
export function cssColor(color: number, alpha = 1): string {
  return alpha >= 1
    ? `#${color.toString(16).padStart(6, '0')}`
    : `rgb(${(color >> 16) & 255} ${(color >> 8) & 255} ${color & 255} / ${alpha})`;
}

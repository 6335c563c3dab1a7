import type { View } from '@hopscope/canvas';
import type { Area } from '../model/render-model.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the world that a painted picture shows. */
export interface Frame {
  /** Screen pixels per world pixel. */
  readonly zoom: number;
  /** Painted pixels per screen pixel. */
  readonly ratio: number;
  /** World point of its upper left corner. */
  readonly left: number;
  readonly top: number;
  /** In screen pixels at its own zoom. */
  readonly width: number;
  readonly height: number;
}

/** Returns the frame of a view with a margin on each side, as a fraction of the size. */
export function frameAround(view: View, { width, height }: Size, margin: number, ratio: number): Frame {
  const [x, y] = [Math.round(width * margin), Math.round(height * margin)];
  return {
    zoom: view.zoom,
    ratio,
    left: (-x - view.x) / view.zoom,
    top: (-y - view.y) / view.zoom,
    width: width + 2 * x,
    height: height + 2 * y,
  };
}

/** Returns the frame that shows an area in at most so many painted pixels. */
export function frameOfArea({ left, top, right, bottom }: Area, pixels: number): Frame {
  const [across, down] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const zoom = Math.min(1, Math.sqrt(pixels / (across * down)), 4096 / across, 4096 / down);
  return { zoom, ratio: 1, left, top, width: Math.ceil(across * zoom), height: Math.ceil(down * zoom) };
}

/** Returns where a frame is on the screen: its upper left corner in screen pixels, and its scale. */
export function placeOf(frame: Frame, view: View): { x: number; y: number; scale: number } {
  return {
    x: frame.left * view.zoom + view.x,
    y: frame.top * view.zoom + view.y,
    scale: view.zoom / frame.zoom,
  };
}

/** Returns whether a frame fills the screen, with some pixels left on each side. */
export function fills(frame: Frame, view: View, { width, height }: Size, spare = 0): boolean {
  const { x, y, scale } = placeOf(frame, view);
  return (
    x <= -spare &&
    y <= -spare &&
    x + frame.width * scale >= width + spare &&
    y + frame.height * scale >= height + spare
  );
}

export function areaOfFrame({ left, top, width, height, zoom }: Frame): Area {
  return { left, top, right: left + width / zoom, bottom: top + height / zoom };
}

export function meets(a: Area, b: Area): boolean {
  return a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
}

export function contains(outer: Area, inner: Area): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}

/** Returns the distance of a world coordinate from the left of a frame, in its screen pixels. */
export function offsetOf({ left, zoom }: Frame, x: number): number {
  return (x - left) * zoom;
}

import type { Frame } from './frame.ts';
import type { Painting } from './paint.ts';

/** A canvas of the page with what was painted on it. */
export interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** What it shows; undefined: nothing yet. */
  frame: Frame | undefined;
  /** Version of the contents that it shows. */
  version: number;
}

/** Creates an opaque canvas, without a graphics card if `processor` is set; throws if the browser refuses. */
export function createPicture(container: HTMLElement, processor: boolean): Picture {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = 'position:absolute;top:0;left:0;transform-origin:0 0;visibility:hidden';
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: processor });
  if (!context) throw new Error('This browser has no canvas');
  container.append(canvas);
  return { canvas, context, frame: undefined, version: -1 };
}

/** Sets the size of a canvas in painted and in screen pixels. */
export function sizeCanvas(
  canvas: HTMLCanvasElement,
  { width, height, ratio }: Pick<Frame, 'width' | 'height' | 'ratio'>,
): void {
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/** A picture that is being painted. */
export interface Job {
  readonly picture: Picture;
  readonly frame: Frame;
  readonly version: number;
  readonly steps: Painting;
}

/**
 * Continues to paint for at most so many milliseconds; returns whether it is finished. Without a graphics card, the browser
 * paints only when the result is read, so a pixel is read after each step.
 */
export function continueJob({ picture, steps }: Job, milliseconds: number, processor: boolean): boolean {
  const end = performance.now() + milliseconds;
  for (;;) {
    const done = steps.next().done === true;
    if (processor) picture.context.getImageData(0, 0, 1, 1);
    if (done) return true;
    if (performance.now() >= end) return false;
  }
}

import type { View } from '@hopscope/canvas';
import { emptyOverlay, type InteractionOverlay } from '../model/interaction-overlay.ts';
import { type Emphasis, emptyRenderModel, noEmphasis, type RenderModel } from '../model/render-model.ts';
import { areaOf } from '../model/views.ts';
import { loadFaces } from './faces.ts';
import {
  areaOfFrame,
  contains,
  fills,
  type Frame,
  frameAround,
  frameOfArea,
  placeOf,
  type Size,
} from './frame.ts';
import { createLateness } from './graphics.ts';
import { createFrameFigures, type FrameFigures } from './frame-figures.ts';
import { createLiveLayer } from './live-layer.ts';
import { createNodeSprites } from './node-sprites.ts';
import type { Shown } from './paint.ts';
import { paintPicture } from './paint-picture.ts';
import { continueJob, createPicture, type Job, type Picture, sizeCanvas } from './picture.ts';
import { readColors } from './scene-colors.ts';

export interface Scene {
  /** Shows another picture with its selected nodes, edges, and drawings. */
  show: (renderModel: RenderModel, emphasis: Emphasis) => void;
  /** Sets images that replace the icons in nodes, by entity. */
  logos: (images: ReadonlyMap<string, HTMLCanvasElement>) => void;
  look: (view: View) => void;
  overlay: (overlay: InteractionOverlay) => void;
  resize: (width: number, height: number) => void;
  /** Applies the colors of the page's changed theme. */
  recolor: () => void;
  figures: () => FrameFigures;
  destroy: () => void;
}

/** Time without movement after which the picture is painted sharply, in milliseconds. */
const restMs = 100;
/** Milliseconds of painting per frame while the view moves, and otherwise. */
const movingBudget = 4;
const restBudget = 12;
/** Margin of a picture on each side, as a fraction of the screen. */
const margin = 0.3;
/** Part of the screen that must be left at each side before another picture is painted. */
const spare = 0.1;
/** Scale of a moved picture beyond which it is painted again. */
const scales = { least: 0.7, most: 1.45 } as const;
/** Painted pixels of the picture of everything, which is behind the others. */
const basePixels = 1_500_000;
/** Space around the outermost nodes, in world pixels. */
const around = 120;

/**
 * Creates the canvas of a document in an element. What is visible is painted as a picture, a little at a time; while the view
 * moves, the browser only moves and scales the picture. Another one is painted when its margins or its sharpness are used up,
 * and when the view rests. `processor`: no graphics card paints; otherwise,
 * `onLate` is called once most frames of a movement are late.
 */
export async function createScene(
  container: HTMLElement,
  initial: Size,
  { processor, onLate }: { processor: boolean; onLate: () => void },
): Promise<Scene> {
  await loadFaces();
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  const base = createPicture(container, processor);
  let front = createPicture(container, processor);
  let back = createPicture(container, processor);
  const live = createLiveLayer(container);
  const sprites = createNodeSprites(processor);
  const figures = createFrameFigures();
  const isLate = createLateness();

  let size = initial;
  let view: View = { x: 0, y: 0, zoom: 1 };
  let shown: Shown = {
    model: emptyRenderModel,
    colors: readColors(document.body),
    ...noEmphasis,
    hidden: new Set(),
    sprites,
  };
  let overlay: InteractionOverlay = emptyOverlay;
  let world = areaOf(emptyRenderModel);
  /** Changes with the contents of the picture. */
  let version = 0;
  let job: Job | undefined;
  let waiting = 0;
  let moved: { ids: ReadonlySet<string>; shown: ReadonlySet<string> } | undefined;
  let moving = false;
  let lastFrame = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function soon(): void {
    if (waiting === 0) waiting = requestAnimationFrame(draw);
  }

  function change(fields: Partial<Shown>): void {
    shown = { ...shown, ...fields };
    version += 1;
    soon();
  }

  /** Returns whether the picture lacks nothing that the view shows. */
  function isEnough({ frame }: Picture): boolean {
    if (!frame) return false;
    const scale = view.zoom / frame.zoom;
    if (moving && (scale < scales.least || scale > scales.most)) return false;
    if (!moving && (scale !== 1 || frame.ratio < ratio)) return false;
    const left = moving ? Math.min(size.width, size.height) * spare : 0;
    return fills(frame, view, size, left) || !world || contains(areaOfFrame(frame), world);
  }

  function begin(picture: Picture, frame: Frame, labels: boolean): Job {
    sizeCanvas(picture.canvas, frame);
    return { picture, frame, version, steps: paintPicture(picture.context, shown, frame, labels) };
  }

  /** Returns the next picture to paint; undefined if all are up to date. */
  function nextJob(): Job | undefined {
    if (front.version !== version || !isEnough(front)) {
      const own = moving && processor ? Math.min(1, ratio) : ratio;
      return begin(back, frameAround(view, size, margin, own), true);
    }
    if (!world || !front.frame || contains(areaOfFrame(front.frame), world)) return undefined;
    if (base.version !== version) return begin(base, frameOfArea(world, basePixels), false);
    return undefined;
  }

  function put({ canvas, frame }: Picture, visible: boolean): void {
    canvas.style.visibility = visible && frame ? 'visible' : 'hidden';
    if (!frame || !visible) return;
    const { x, y, scale } = placeOf(frame, view);
    // Unscaled pixels of the picture lie exactly on those of the screen.
    const on = (value: number): number => (scale === 1 ? Math.round(value * ratio) / ratio : value);
    canvas.style.transform = `translate(${on(x)}px,${on(y)}px) scale(${scale})`;
  }

  function finish({ picture, frame, version: painted }: Job): void {
    picture.frame = frame;
    picture.version = painted;
    if (picture !== back) return;
    [front, back] = [back, front];
    live.release(painted);
  }

  function draw(): void {
    waiting = 0;
    const began = performance.now();
    if (moving && !processor && lastFrame > 0 && isLate(began - lastFrame)) onLate();
    lastFrame = moving ? began : 0;
    if (job && job.version !== version) job = undefined;
    job ??= nextJob();
    const budget = moving ? movingBudget : restBudget;
    if (job && continueJob(job, budget, processor)) {
      finish(job);
      job = undefined;
    }
    put(base, base.version === version);
    put(front, true);
    put(back, false);
    live.paint({ shown, overlay, view, size, ratio, version });
    if (job || front.version !== version || !isEnough(front)) soon();
    figures.add(performance.now() - began);
  }

  /** Returns moved nodes with the symbols of services that all of them are in; the same set for the same nodes. */
  function shownOf(ids: ReadonlySet<string>): ReadonlySet<string> {
    if (moved?.ids === ids) return moved.shown;
    const symbols = shown.model.nodes.filter(({ members }) => members?.every((each) => ids.has(each)));
    moved = { ids, shown: new Set([...ids, ...symbols.map(({ id }) => id)]) };
    return moved.shown;
  }

  function rest(): void {
    moving = false;
    soon();
  }

  // A graphics card can lose what it painted; the browser gives it an empty canvas again.
  const repaint = (): void => change({});
  for (const { canvas } of [base, front, back]) canvas.addEventListener('contextrestored', repaint);

  return {
    show(model, { chosen, strong }) {
      if (model !== shown.model) {
        const area = areaOf(model);
        world = area && {
          left: area.left - around,
          top: area.top - around,
          right: area.right + around,
          bottom: area.bottom + around,
        };
      }
      change({ model, chosen, strong });
    },
    logos(images) {
      sprites.setLogos(images);
      repaint();
    },
    look(next) {
      view = next;
      moving = true;
      clearTimeout(resting);
      resting = setTimeout(rest, restMs);
      soon();
    },
    overlay(next) {
      overlay = next.moved ? { ...next, moved: { ...next.moved, ids: shownOf(next.moved.ids) } } : next;
      const hidden = overlay.moved?.ids;
      if (hidden && hidden !== shown.hidden) change({ hidden });
      if (!hidden && shown.hidden.size > 0) {
        live.hold(version + 1);
        change({ hidden: new Set() });
      }
      soon();
    },
    resize(width, height) {
      size = { width, height };
      soon();
    },
    recolor: () => change({ colors: readColors(document.body) }),
    figures: figures.read,
    destroy() {
      cancelAnimationFrame(waiting);
      clearTimeout(resting);
      for (const { canvas } of [base, front, back]) canvas.remove();
      live.destroy();
    },
  };
}

import { curveBetween, type View } from '@hopscope/canvas';
import type { InteractionOverlay } from '../model/interaction-overlay.ts';
import type { RenderEdge, RenderModel } from '../model/render-model.ts';
import { type Frame, frameAround, type Size } from './frame.ts';
import { cssColor, paintNow, type Shown, toWorldOf } from './paint.ts';
import { paintDrawings } from './paint-drawings.ts';
import { paintNear } from './paint-near.ts';
import { paintRuler, rulerHeight } from './paint-picture.ts';
import { sizeCanvas } from './picture.ts';

interface Live {
  readonly shown: Shown;
  readonly overlay: InteractionOverlay;
  readonly view: View;
  readonly size: Size;
  readonly ratio: number;
  readonly version: number;
}

/** What is painted again in each frame: the ruler, moved nodes, and unfinished shapes. */
export interface LiveLayer {
  paint: (live: Live) => void;
  /** Keeps what was moved visible until a picture of this version shows it. */
  hold: (version: number) => void;
  /** A picture of this version is shown. */
  release: (version: number) => void;
  destroy: () => void;
}

/** Returns moved nodes and their edges in their new places. */
function movedPart(
  model: RenderModel,
  { ids, dx, dy }: NonNullable<InteractionOverlay['moved']>,
): RenderModel {
  const places = new Map(
    model.nodes.map((node) => [
      node.id,
      ids.has(node.id) ? { ...node, x: node.x + dx, y: node.y + dy } : node,
    ]),
  );
  const edges = model.edges.flatMap((edge): RenderEdge[] => {
    if (!ids.has(edge.from) && !ids.has(edge.to)) return [];
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    return from && to ? [{ ...edge, curve: curveBetween(from, to, edge.aside) }] : [];
  });
  return { ...model, nodes: [...places.values()].filter(({ id }) => ids.has(id)), edges };
}

function paintOverlay(context: CanvasRenderingContext2D, { shown, overlay, view }: Live, frame: Frame): void {
  const { moved, box, drawing } = overlay;
  if (moved) {
    const own = { ...shown, model: movedPart(shown.model, moved), hidden: new Set<string>() };
    paintNow(paintNear(context, own, frame));
  }
  if (drawing) paintDrawings(context, [drawing], new Set(), frame);
  if (!box) return;
  toWorldOf(context, frame);
  context.beginPath();
  context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.fillStyle = cssColor(shown.colors.accent, 0.08);
  context.fill();
  context.strokeStyle = cssColor(shown.colors.accent);
  context.lineWidth = 1 / view.zoom;
  context.stroke();
}

export function createLiveLayer(container: HTMLElement): LiveLayer {
  const create = (): CanvasRenderingContext2D => {
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    canvas.style.cssText = 'position:absolute;top:0;left:0;visibility:hidden';
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no canvas');
    container.append(canvas);
    return context;
  };
  const ruler = create();
  const above = create();
  let awaited: number | null = null;

  function paintAbove(live: Live): void {
    const { overlay, view, size, ratio } = live;
    const nothing = !overlay.moved && !overlay.drawing && !overlay.box;
    if (nothing && awaited !== null) return;
    above.canvas.style.visibility = nothing ? 'hidden' : 'visible';
    if (nothing) return;
    const frame = frameAround(view, size, 0, ratio);
    sizeCanvas(above.canvas, frame);
    above.setTransform(1, 0, 0, 1, 0, 0);
    above.clearRect(0, 0, above.canvas.width, above.canvas.height);
    paintOverlay(above, live, frame);
  }

  return {
    paint(live) {
      const { shown, view, size, ratio } = live;
      const { columns } = shown.model;
      ruler.canvas.style.visibility = columns.length === 0 ? 'hidden' : 'visible';
      if (columns.length > 0) {
        sizeCanvas(ruler.canvas, { width: size.width, height: rulerHeight, ratio });
        paintRuler(ruler, columns, { colors: shown.colors, view, size, ratio });
      }
      paintAbove(live);
    },
    hold(version) {
      awaited = version;
    },
    release(version) {
      if (awaited === null || version < awaited) return;
      awaited = null;
    },
    destroy() {
      ruler.canvas.remove();
      above.canvas.remove();
    },
  };
}

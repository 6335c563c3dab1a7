// The page's content security policy forbids generated code, which the renderer uses by default.
import 'pixi.js/unsafe-eval';
import { Container, Graphics, Texture, WebGLRenderer } from 'pixi.js';
import {
  type Area,
  type Emphasis,
  emptyRenderModel,
  noEmphasis,
  type RenderModel,
} from '../model/render-model.ts';
import type { View } from '@hopscope/canvas';
import { emptyOverlay, type InteractionOverlay } from '../model/interaction-overlay.ts';
import { railShift } from '../model/views.ts';
import { DrawingLayer } from './drawing-layer.ts';
import { EdgeLayer, movedEdge } from './edge-layer.ts';
import { forgetFaces, loadFaces, sharpnessFor } from './fonts.ts';
import { createFrameFigures, type FrameFigures } from './frame-figures.ts';
import { LabelLayer } from './label-layer.ts';
import { NodeLayer } from './node-layer.ts';
import { RailLayer } from './rail-layer.ts';
import { readColors, type SceneColors, withAlpha } from './scene-colors.ts';

export interface Scene {
  /** Shows another picture with its selected nodes, edges, and drawings. */
  show: (renderModel: RenderModel, emphasis: Emphasis) => void;
  /** Sets images that replace the letters in nodes, by entity. */
  logos: (images: ReadonlyMap<string, HTMLCanvasElement>) => void;
  look: (view: View) => void;
  overlay: (overlay: InteractionOverlay) => void;
  resize: (width: number, height: number) => void;
  /** Applies the colors of the page's changed theme. */
  recolor: () => void;
  figures: () => FrameFigures;
  destroy: () => void;
}

/** Drawn layers below one container that moves with the view. */
interface Layers {
  readonly world: Container;
  readonly edges: EdgeLayer;
  readonly nodes: NodeLayer;
  readonly labels: LabelLayer;
  readonly drawings: DrawingLayer;
  readonly dragged: { edges: EdgeLayer; nodes: NodeLayer; view: Container };
  readonly preview: DrawingLayer;
  readonly box: Graphics;
  readonly rail: RailLayer;
  readonly stage: Container;
}

function createLayers(): Layers {
  const edges = new EdgeLayer();
  const nodes = new NodeLayer();
  const labels = new LabelLayer();
  const drawings = new DrawingLayer();
  const preview = new DrawingLayer();
  const box = new Graphics();
  const moved = { edges: new EdgeLayer(), nodes: new NodeLayer() };
  const view = new Container({
    isRenderGroup: true,
    visible: false,
    children: [moved.edges.view, moved.nodes.view],
  });
  const world = new Container({
    isRenderGroup: true,
    children: [drawings.view, edges.view, nodes.view, labels.view, view, preview.view, box],
  });
  const rail = new RailLayer();
  const stage = new Container({ children: [rail.view, world] });
  return { world, edges, nodes, labels, drawings, dragged: { ...moved, view }, preview, box, rail, stage };
}

/** Creates the WebGL renderer on a canvas element; rejects without WebGL 2. */
export async function createScene(
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  onLost: (lost: boolean) => void,
): Promise<Scene> {
  const renderer = new WebGLRenderer();
  const pixelRatio = Math.min(window.devicePixelRatio || 1, 3);
  await Promise.all([
    renderer.init({
      canvas,
      ...size,
      resolution: pixelRatio,
      autoDensity: true,
      antialias: true,
      backgroundAlpha: 0,
      preferWebGLVersion: 2,
      // The scene uses none of its keyboard, pointer, and filter extensions.
      skipExtensionImports: true,
    }),
    loadFaces(),
  ]);

  let layers = createLayers();
  let colors: SceneColors = readColors(document.body);
  let renderModel: RenderModel = emptyRenderModel;
  let { chosen, strong } = noEmphasis;
  let view: View = { x: 0, y: 0, zoom: 1 };
  let logos: ReadonlyMap<string, Texture> = new Map();
  let shownOverlay: InteractionOverlay = emptyOverlay;
  let { width, height } = size;
  let sharpness = 0;
  let waiting = 0;
  let lost = false;
  const figures = createFrameFigures();

  function seen(): Area {
    const { x, y, zoom } = view;
    return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
  }

  function place(): void {
    layers.world.position.set(view.x, view.y);
    layers.world.scale.set(view.zoom);
    const scale = view.zoom * pixelRatio;
    const area = seen();
    for (const layer of [layers.edges, layers.dragged.edges]) layer.look(area, scale);
    for (const layer of [layers.nodes, layers.dragged.nodes]) layer.look(area, scale);
    layers.rail.move(view);
    if (layers.labels.look(area, view, pixelRatio)) soon();
    const wanted = sharpnessFor(view.zoom, pixelRatio);
    if (wanted !== sharpness) {
      sharpness = wanted;
      layers.drawings.show(renderModel.drawings, chosen, sharpness);
    }
  }

  function draw(): void {
    waiting = 0;
    if (lost) return;
    const began = performance.now();
    place();
    renderer.render(layers.stage);
    figures.add(performance.now() - began);
  }

  function soon(): void {
    if (waiting === 0) waiting = requestAnimationFrame(draw);
  }

  function showRail(): void {
    layers.rail.show(renderModel.columns, colors, sharpnessFor(1, pixelRatio), height);
    layers.rail.view.y = railShift(width);
  }

  function fill(): void {
    layers.edges.show(renderModel.edges, strong, colors);
    layers.nodes.show(renderModel.nodes, chosen, colors);
    layers.labels.show(renderModel, strong, colors, logos);
    sharpness = 0;
    showRail();
    drag(null);
    overlay(shownOverlay);
    soon();
  }

  let draggedIds: ReadonlySet<string> | null = null;
  function drag(moved: InteractionOverlay['moved']): void {
    const { dragged, edges, nodes, labels } = layers;
    if (moved?.ids !== draggedIds && !(moved === null && draggedIds === null)) {
      const ids = moved?.ids ?? new Set<string>();
      nodes.hide(ids);
      edges.hide(({ from, to }) => ids.has(from) || ids.has(to));
      labels.hide(ids);
      dragged.view.visible = moved !== null;
      draggedIds = moved?.ids ?? null;
    }
    if (!moved) return;
    const places = new Map(renderModel.nodes.map((node) => [node.id, node]));
    const at = (id: string) => {
      const node = places.get(id);
      if (!node) return undefined;
      return moved.ids.has(id) ? { x: node.x + moved.dx, y: node.y + moved.dy } : node;
    };
    const own = renderModel.nodes.filter(({ id }) => moved.ids.has(id));
    dragged.nodes.show(
      own.map((node) => ({ ...node, x: node.x + moved.dx, y: node.y + moved.dy })),
      chosen,
      colors,
    );
    dragged.edges.show(
      renderModel.edges
        .filter(({ from, to }) => moved.ids.has(from) || moved.ids.has(to))
        .map((edge) => movedEdge(edge, at)),
      strong,
      colors,
    );
  }

  function overlay(next: InteractionOverlay): void {
    shownOverlay = next;
    layers.preview.show(next.drawing ? [next.drawing] : [], new Set(), sharpnessFor(view.zoom, pixelRatio));
    layers.box.clear();
    if (next.box) {
      const { left, top, right, bottom } = next.box;
      layers.box
        .rect(left, top, right - left, bottom - top)
        .fill(withAlpha(colors.accent, 0.08))
        .stroke({ color: colors.accent, width: 1 / view.zoom });
    }
    drag(next.moved);
    soon();
  }

  function contextLost(event: Event): void {
    event.preventDefault();
    lost = true;
    onLost(true);
  }

  function contextRestored(): void {
    lost = false;
    // The graphics context was lost: recreate everything.
    const old = layers;
    forgetFaces();
    layers = createLayers();
    draggedIds = null;
    fill();
    old.stage.destroy({ children: true });
    onLost(false);
  }

  canvas.addEventListener('webglcontextlost', contextLost);
  canvas.addEventListener('webglcontextrestored', contextRestored);

  return {
    show(next, emphasis) {
      const same = next === renderModel;
      renderModel = next;
      ({ chosen, strong } = emphasis);
      if (same) {
        layers.nodes.choose(chosen);
        layers.edges.show(renderModel.edges, strong, colors);
        layers.labels.show(renderModel, strong, colors, logos);
        sharpness = 0;
        soon();
      } else fill();
    },
    logos(images) {
      logos = new Map([...images].map(([id, image]) => [id, Texture.from(image)]));
      layers.labels.show(renderModel, strong, colors, logos);
      soon();
    },
    look(next) {
      view = next;
      soon();
    },
    overlay,
    resize(nextWidth, nextHeight) {
      [width, height] = [nextWidth, nextHeight];
      renderer.resize(width, height);
      showRail();
      soon();
    },
    recolor() {
      colors = readColors(document.body);
      fill();
    },
    figures: figures.read,
    destroy() {
      cancelAnimationFrame(waiting);
      canvas.removeEventListener('webglcontextlost', contextLost);
      canvas.removeEventListener('webglcontextrestored', contextRestored);
      layers.stage.destroy({ children: true });
      forgetFaces();
      renderer.destroy();
    },
  };
}

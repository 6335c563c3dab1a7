import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import type { RenderModel } from '../../model/render-model.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { centerOn } from '../../model/views.ts';
import type { FrameFigures } from '../../scene/frame-figures.ts';
import css from './DebugPanel.module.css';

const width = 182;
const height = 112;
const margin = 60;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Bounds {
  left: number;
  top: number;
  scale: number;
}

function boundsOf({ nodes, drawings }: RenderModel): Bounds | undefined {
  const xs = [...nodes.map(({ x }) => x), ...drawings.map(({ x }) => x)];
  const ys = [...nodes.map(({ y }) => y), ...drawings.map(({ y }) => y)];
  const least = (all: number[]): number => all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (all: number[]): number => all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (xs.length === 0) return undefined;
  const [left, top] = [least(xs) - margin, least(ys) - margin];
  const [right, bottom] = [most(xs) + margin, most(ys) + margin];
  const scale = Math.min(width / (right - left), height / (bottom - top));
  return {
    left: left - (width / scale - (right - left)) / 2,
    top: top - (height / scale - (bottom - top)) / 2,
    scale,
  };
}

function paint(canvas: HTMLCanvasElement, renderModel: RenderModel, bounds: Bounds): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(name);
  const at = (x: number, y: number) =>
    [(x - bounds.left) * bounds.scale, (y - bounds.top) * bounds.scale] as const;
  context.strokeStyle = color('--line-control');
  context.lineWidth = 1;
  context.beginPath();
  for (const { curve } of renderModel.edges.slice(0, 20_000)) {
    context.moveTo(...at(curve.x0, curve.y0));
    context.lineTo(...at(curve.x3, curve.y3));
  }
  context.stroke();
  for (const node of renderModel.nodes) {
    context.fillStyle = color(node.traced ? '--text-1' : '--text-3');
    context.beginPath();
    context.arc(...at(node.x, node.y), renderModel.nodes.length > 2000 ? 1 : 3.2, 0, Math.PI * 2);
    context.fill();
  }
}

/** The visible area, drawn above the minimap. */
function Frame({ store, size, bounds }: { store: CanvasStore; size: Size; bounds: Bounds }) {
  const view = useStore(store, ({ tools }) => tools.view);
  const { left, top, scale } = bounds;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <rect
        className={css.frame}
        rx="2"
        x={(-view.x / view.zoom - left) * scale}
        y={(-view.y / view.zoom - top) * scale}
        width={(size.width / view.zoom) * scale}
        height={(size.height / view.zoom) * scale}
      />
    </svg>
  );
}

/** Minimap of the canvas with the visible area; a click moves the view. */
function MiniMap({
  store,
  renderModel,
  size,
  theme,
}: {
  store: CanvasStore;
  renderModel: RenderModel;
  size: Size;
  theme: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bounds = useMemo(() => boundsOf(renderModel), [renderModel]);
  useEffect(() => {
    if (canvas.current && bounds) paint(canvas.current, renderModel, bounds);
  }, [renderModel, bounds, theme]);
  if (!bounds) return null;
  const { left, top, scale } = bounds;
  return (
    <div
      className={css.map}
      role="presentation"
      onPointerDown={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const x = (event.clientX - box.left) / scale + left;
        const y = (event.clientY - box.top) / scale + top;
        const { zoom } = store.getState().tools.view;
        store.actions.dispatch({ type: 'view', view: centerOn({ x, y }, zoom, size) });
      }}
    >
      <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
      <Frame store={store} size={size} bounds={bounds} />
    </div>
  );
}

const pollMs = 500;

/** Recent script time per frame. */
function FrameTime({ figures }: { figures: RefObject<(() => FrameFigures) | null> }) {
  const [frame, setFrame] = useState<FrameFigures>();
  useEffect(() => {
    const timer = setInterval(() => {
      const next = figures.current?.();
      setFrame((now) => (now?.frames === next?.frames ? now : next));
    }, pollMs);
    return () => clearInterval(timer);
  }, [figures]);
  return (
    <span
      title="Script time per frame: median of the last 120"
      data-frames={frame?.frames}
      data-median={frame?.median.toFixed(3)}
      data-worst={frame?.worst.toFixed(3)}
    >
      {frame && frame.frames > 0 ? `${frame.median.toFixed(1)} ms per frame` : 'no frames'}
    </span>
  );
}

function ZoomText({ store }: { store: CanvasStore }) {
  const percent = useStore(store, ({ tools }) => Math.round(tools.view.zoom * 100));
  return <span>zoom {percent}%</span>;
}

/** Debug panel at the lower right: minimap, number of nodes and transfers, zoom, and frame time. */
export function DebugPanel({
  store,
  renderModel,
  size,
  theme,
  figures,
}: {
  store: CanvasStore;
  renderModel: RenderModel;
  size: Size;
  theme: string;
  /** Measures frame times; null: they aren't shown. */
  figures: RefObject<(() => FrameFigures) | null> | null;
}) {
  const { counted } = useFormats();
  const transfers = useMemo(
    () => renderModel.edges.reduce((sum, { count }) => sum + count, 0),
    [renderModel],
  );
  return (
    <section className={css.panel} aria-label="Debug">
      <MiniMap store={store} renderModel={renderModel} size={size} theme={theme} />
      <div className={css.line}>
        <span>{counted(renderModel.nodes.length, 'node')}</span>
        <span>{counted(transfers, 'transfer')}</span>
      </div>
      <div className={css.line}>
        <ZoomText store={store} />
        {figures && <FrameTime figures={figures} />}
      </div>
    </section>
  );
}

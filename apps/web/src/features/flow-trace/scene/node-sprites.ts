import { limits } from '@hopscope/canvas';
import { flowBandOf } from '@hopscope/domain';
import { fallbackLogoPaths } from '../../../shared/entity/fallback-logo-paths.ts';
import type { RenderNode } from '../model/render-model.ts';
import { face } from './faces.ts';
import { cssColor } from './paint.ts';
import { logoRadius } from './round-logo.ts';
import { colorNumber, type SceneColors } from './scene-colors.ts';

/** Radius of the picture of a node, in world pixels. */
const reach = 27;
const ringRadius = 24.5;
/** Side of the canvas of stored pictures, in painted pixels: it is copied once per picture. */
const sheetSide = (scale: number): number => (scale > 1.2 ? 2048 : 1024);

const icons = new Map<string, Path2D>();
function iconPath(kind: keyof typeof fallbackLogoPaths): Path2D {
  const known = icons.get(kind);
  if (known) return known;
  const path = new Path2D(fallbackLogoPaths[kind]);
  icons.set(kind, path);
  return path;
}

function luminance(color: number): number {
  return (((color >> 16) & 255) * 0.299 + ((color >> 8) & 255) * 0.587 + (color & 255) * 0.114) / 255;
}

/** Mixes two colors; `part` of the second, 0 to 1. */
export function mixed(a: number, b: number, part: number): number {
  const channel = (shift: number): number =>
    Math.round(((a >> shift) & 255) * (1 - part) + ((b >> shift) & 255) * part) << shift;
  return channel(16) | channel(8) | channel(0);
}

/** Returns the color of a node's category, or the one that a person chose. */
export function fillOf({ color, hue, traced }: RenderNode, colors: SceneColors): number {
  if (color !== null) return colorNumber(color);
  if (traced) return colors.node;
  return hue === 'ink' ? colors.text : mixed(colors.node, colors.hues[hue], hue === 'other' ? 0.08 : 0.24);
}

function inkOf(node: RenderNode, colors: SceneColors): number {
  if (node.color !== null) return luminance(colorNumber(node.color)) > 0.55 ? 0x12161e : 0xffffff;
  return node.hue === 'ink' ? colors.ground : colors.hues[node.hue];
}

/** The ring around an address: its arc is as long as the risk score is high, dotted if it is unknown. */
function drawRing(context: CanvasRenderingContext2D, { risk }: RenderNode, colors: SceneColors): void {
  context.lineWidth = 3;
  context.beginPath();
  context.strokeStyle = cssColor(risk === null ? colors.unknown : colors.track);
  if (risk === null) context.setLineDash([1.8, (2 * Math.PI * ringRadius) / 32 - 1.8]);
  context.arc(0, 0, ringRadius, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
  if (risk === null) return;
  context.beginPath();
  context.strokeStyle = cssColor(colors[flowBandOf(risk)]);
  const from = -Math.PI / 2;
  context.arc(0, 0, ringRadius, from, from + 2 * Math.PI * Math.max(0.02, risk / 100));
  context.stroke();
}

function drawInside(
  context: CanvasRenderingContext2D,
  node: RenderNode,
  colors: SceneColors,
  logo: CanvasImageSource | undefined,
): void {
  const ink = cssColor(inkOf(node, colors));
  if (node.traced) {
    context.beginPath();
    context.arc(0, 0, 7, 0, 2 * Math.PI);
    context.lineWidth = 2.2;
    context.strokeStyle = cssColor(node.color === null ? colors.text : inkOf(node, colors));
    context.stroke();
    context.beginPath();
    context.arc(0, 0, 2.4, 0, 2 * Math.PI);
    context.fillStyle = context.strokeStyle;
    context.fill();
  } else if (logo) {
    context.drawImage(logo, -logoRadius, -logoRadius, 2 * logoRadius, 2 * logoRadius);
  } else if (node.icon !== null) {
    context.save();
    context.translate(-11, -11);
    context.scale(22 / 24, 22 / 24);
    context.lineWidth = 1.8;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = ink;
    context.stroke(iconPath(node.icon));
    context.restore();
  } else {
    context.font = face.letters;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = ink;
    context.fillText(node.letters, 0, 1);
  }
}

function drawNode(
  context: CanvasRenderingContext2D,
  node: RenderNode,
  colors: SceneColors,
  logo: CanvasImageSource | undefined,
): void {
  if (node.ring) drawRing(context, node, colors);
  context.beginPath();
  context.arc(0, 0, limits.nodeRadius, 0, 2 * Math.PI);
  context.fillStyle = cssColor(fillOf(node, colors));
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = cssColor(mixed(colors.nodeLine, colors.hues[node.hue], 0.3));
  context.stroke();
  drawInside(context, node, colors, logo);
}

/** Pictures of nodes: those that look the same share one. */
export interface NodeSprites {
  /** Draws the picture of a node in advance; returns whether it was missing. `scale`: painted pixels per world pixel. */
  prepare: (node: RenderNode, colors: SceneColors, scale: number) => boolean;
  /** Draws a node in world coordinates. */
  draw: (context: CanvasRenderingContext2D, node: RenderNode, colors: SceneColors, scale: number) => void;
  /** Replaces the logos, by entity. */
  setLogos: (images: ReadonlyMap<string, HTMLCanvasElement>) => void;
}

/**
 * Stores the pictures on one canvas. They are drawn before any is used, because a canvas is copied if it changes after use.
 */
export function createNodeSprites(processor: boolean): NodeSprites {
  const sheet = document.createElement('canvas');
  const sheetContext = sheet.getContext('2d', { willReadFrequently: processor });
  const places = new Map<string, { x: number; y: number }>();
  let scaleOfSheet = 0;
  let colorsOfSheet: SceneColors | undefined;
  let logos: ReadonlyMap<string, HTMLCanvasElement> = new Map();

  const sideOf = (scale: number): number => Math.ceil(2 * reach * scale);

  function logoOf({ logo, traced, color }: RenderNode): HTMLCanvasElement | undefined {
    // A color that a person chose must be visible.
    return logo === null || traced || color !== null ? undefined : logos.get(logo);
  }

  function keyOf(node: RenderNode): string {
    const { logo, icon, letters, hue, ring, risk, traced, color } = node;
    const inside = traced ? '' : logoOf(node) ? `logo ${logo}` : (icon ?? `text ${letters}`);
    return [inside, hue, ring, ring && risk, traced, color].join('|');
  }

  return {
    prepare(node, colors, scale) {
      if (scale !== scaleOfSheet || colors !== colorsOfSheet) {
        places.clear();
        if (sheet.width !== sheetSide(scale)) sheet.width = sheet.height = sheetSide(scale);
      }
      [scaleOfSheet, colorsOfSheet] = [scale, colors];
      const key = keyOf(node);
      const side = sideOf(scale);
      const across = Math.floor(sheet.width / side);
      if (!sheetContext || places.has(key) || places.size >= across * across) return false;
      const at = { x: (places.size % across) * side, y: Math.floor(places.size / across) * side };
      places.set(key, at);
      sheetContext.resetTransform();
      sheetContext.clearRect(at.x, at.y, side, side);
      sheetContext.setTransform(scale, 0, 0, scale, at.x + side / 2, at.y + side / 2);
      drawNode(sheetContext, node, colors, logoOf(node));
      return true;
    },
    draw(context, node, colors, scale) {
      const at = scale === scaleOfSheet && colors === colorsOfSheet ? places.get(keyOf(node)) : undefined;
      if (!at) {
        context.save();
        context.translate(node.x, node.y);
        drawNode(context, node, colors, logoOf(node));
        context.restore();
        return;
      }
      const side = sideOf(scale);
      const own = side / scale;
      context.drawImage(sheet, at.x, at.y, side, side, node.x - own / 2, node.y - own / 2, own, own);
    },
    setLogos(images) {
      logos = images;
      places.clear();
      scaleOfSheet = 0;
    },
  };
}

import { Container, Graphics, Sprite, type Texture } from 'pixi.js';
import { pointOn } from '@hopscope/canvas';
import type { Area, RenderModel, RenderEdge, RenderNode } from '../model/render-model.ts';
import type { View } from '@hopscope/canvas';
import { flowBandOf } from '@hopscope/domain';
import { sharpnessFor, textOf } from './fonts.ts';
import { nearest } from './nearest.ts';
import { logoRadius } from './round-logo.ts';
import { colorNumber, type SceneColors, withAlpha } from './scene-colors.ts';

/** Minimum zooms at which names and amounts, and addresses, are readable. */
const namesFrom = 0.5;
const addressesFrom = 0.7;
/** Maximum number of labels at a time. */
const mostLabels = 300;
/** Margin around the visible area for which labels are created, as a fraction of its width and height. */
const margin = 0.4;
/** Zoom factor from which labels are selected again if not all had room. */
const nearer = 1.25;

function luminance(color: number): number {
  return (((color >> 16) & 255) * 0.299 + ((color >> 8) & 255) * 0.587 + (color & 255) * 0.114) / 255;
}

interface Detail {
  readonly colors: SceneColors;
  readonly sharpness: number;
  readonly addresses: boolean;
  readonly logos: ReadonlyMap<string, Texture>;
}

function scoreBox(node: RenderNode, { colors, sharpness }: Detail): Container {
  const band = flowBandOf(node.risk);
  const box = new Container();
  if (band === 'unknown') return box;
  const [tint, line, ink] = [colors[`${band}Tint`], colors[`${band}Line`], colors[`${band}Text`]];
  const text = textOf(String(node.risk), 'score', sharpness, ink);
  const width = Math.max(24, text.width + 12);
  box.addChild(
    new Graphics()
      .roundRect(node.x + 11, node.y - 31, width, 16, 4)
      .fill(tint)
      .stroke({ color: line, width: 1 }),
  );
  text.position.set(node.x + 11 + (width - text.width) / 2, node.y - 23 - text.height / 2);
  box.addChild(text);
  return box;
}

function logoOf({ logo, traced, color }: RenderNode, { logos }: Detail): Texture | undefined {
  // A custom color must be visible.
  return logo === null || traced || color !== null ? undefined : logos.get(logo);
}

function nodeLabel(node: RenderNode, roomBelow: boolean, detail: Detail): Container {
  const { colors, sharpness } = detail;
  const label = new Container();
  const centered = (text: ReturnType<typeof textOf>, y: number): void => {
    text.position.set(node.x - text.width / 2, y - text.height / 2);
    label.addChild(text);
  };
  const logo = logoOf(node, detail);
  if (logo) {
    const size = 2 * logoRadius;
    label.addChild(
      new Sprite({
        texture: logo,
        x: node.x - logoRadius,
        y: node.y - logoRadius,
        width: size,
        height: size,
      }),
    );
  } else if (!node.traced) {
    const own = node.color === null ? undefined : colorNumber(node.color);
    const ink =
      own !== undefined
        ? luminance(own) > 0.55
          ? 0x12161e
          : 0xffffff
        : node.hue === 'ink'
          ? colors.ground
          : colors.hues[node.hue];
    centered(textOf(node.letters, 'letters', sharpness, ink), node.y);
  }
  const name = textOf(node.title, 'name', sharpness, colors.text);
  const lines = detail.addresses && roomBelow && node.detail !== '' ? 2 : 1;
  const back = new Graphics()
    .roundRect(node.x - name.width / 2 - 3, node.y + 30, name.width + 6, lines === 2 ? 32 : 17, 3)
    .fill(withAlpha(colors.ground, 0.72));
  label.addChild(back);
  centered(name, node.y + 39);
  if (lines === 2) centered(textOf(node.detail, 'address', sharpness, colors.quiet), node.y + 54);
  label.addChild(scoreBox(node, detail));
  return label;
}

function edgeLabel(edge: RenderEdge, strong: boolean, { colors, sharpness }: Detail): Container {
  const label = new Container();
  const { x, y } = pointOn(edge.curve, 0.5);
  const amount = textOf(edge.amount, 'amount', sharpness, strong ? colors.accentText : colors.text);
  const share = edge.share === null ? '' : `${(edge.share * 100).toFixed(edge.share < 0.1 ? 1 : 0)}%`;
  const words = [edge.count > 1 ? `× ${edge.count}` : '', share].filter((word) => word !== '').join(' · ');
  const count = words === '' ? null : textOf(words, 'count', sharpness, colors.quiet);
  const width = 14 + amount.width + (count ? 4 + count.width : 0);
  label.addChild(
    new Graphics()
      .roundRect(x - width / 2, y - 10, width, 20, 4)
      .fill(colors.ground)
      .stroke({ color: strong ? colors.accentLine : colors.labelLine, width: 1 }),
  );
  amount.position.set(x - width / 2 + 7, y - amount.height / 2);
  label.addChild(amount);
  if (count) {
    count.position.set(x + width / 2 - 7 - count.width, y - count.height / 2);
    label.addChild(count);
  }
  return label;
}

/** Returns whether the second line of a label doesn't overlap another node. */
function hasRoomBelow({ x, y }: RenderNode, nodes: readonly RenderNode[]): boolean {
  return !nodes.some((other) => other.y > y && other.y - y < 100 && Math.abs(other.x - x) < 110);
}

const within = (x: number, y: number, area: Area): boolean =>
  x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;

const nothing: Area = { left: 0, top: 0, right: 0, bottom: 0 };

/** Scales an area around its center. */
function widened({ left, top, right, bottom }: Area, times: number): Area {
  const [w, h] = [((right - left) * (times - 1)) / 2, ((bottom - top) * (times - 1)) / 2];
  return { left: left - w, top: top - h, right: right + w, bottom: bottom + h };
}

const covers = (outer: Area, inner: Area): boolean =>
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.right >= inner.right &&
  outer.bottom >= inner.bottom;

interface Wanted {
  /** Identifies content and position of the label: equal keys mean equal labels. */
  readonly key: string;
  readonly make: () => Container;
}

function wantedNode(node: RenderNode, roomBelow: boolean, detail: Detail): Wanted {
  const { x, y, title, detail: address, letters, hue, risk, traced, color } = node;
  const second = detail.addresses && roomBelow;
  const key = [
    detail.sharpness,
    x,
    y,
    title,
    second ? address : '',
    letters,
    hue,
    risk,
    traced,
    color,
    logoOf(node, detail)?.uid,
  ].join('|');
  return { key, make: () => nodeLabel(node, roomBelow, detail) };
}

function wantedEdge(edge: RenderEdge, strong: boolean, detail: Detail): Wanted {
  const { x, y } = pointOn(edge.curve, 0.5);
  const key = [detail.sharpness, x, y, edge.amount, edge.count, edge.share, strong].join('|');
  return { key, make: () => edgeLabel(edge, strong, detail) };
}

/** Maximum number of labels created per frame, so that the view stays responsive. */
const atOnce = 60;
const budgetMs = 4;
/** New labels make the renderer sort all of them, so they are added in batches of this size. */
const shownAtOnce = 150;

/** Names, numbers, and amounts of the visible area where they are readable; creates only missing ones. */
export class LabelLayer {
  readonly view = new Container({ isRenderGroup: true });
  readonly #edges = new Container();
  readonly #nodes = new Container();
  readonly #made = new Map<string, Container>();
  #logos: ReadonlyMap<string, Texture> = new Map();
  #picture: RenderModel | undefined;
  #colors: SceneColors | undefined;
  #strong: ReadonlySet<string> = new Set();
  #leftOut: ReadonlySet<string> = new Set();
  #looked:
    | { area: Area; zoom: number; sharpness: number; names: boolean; addresses: boolean; cut: boolean }
    | undefined;
  #wanted = new Set<string>();
  #waiting: { layer: Container; wanted: Wanted }[] = [];
  /** Created, but not in the scene yet. */
  #ready: { layer: Container; label: Container }[] = [];

  constructor() {
    this.view.addChild(this.#edges, this.#nodes);
  }

  show(
    renderModel: RenderModel,
    strong: ReadonlySet<string>,
    colors: SceneColors,
    logos: ReadonlyMap<string, Texture>,
  ): void {
    if (colors !== this.#colors) this.#clear();
    this.#picture = renderModel;
    this.#strong = strong;
    this.#colors = colors;
    this.#logos = logos;
    this.#looked = undefined;
  }

  hide(ids: ReadonlySet<string>): void {
    this.#leftOut = ids;
    this.#looked = undefined;
  }

  /** Creates labels for the visible area; returns true if more remain for the next frame. */
  look(seen: Area, { zoom }: View, pixelRatio: number): boolean {
    if (!this.#picture || !this.#colors) return false;
    const sharpness = sharpnessFor(zoom, pixelRatio);
    const names = zoom >= namesFrom;
    const addresses = zoom >= addressesFrom;
    const looked = this.#looked;
    const fits =
      looked?.names === names &&
      (!names ||
        (looked.sharpness === sharpness &&
          looked.addresses === addresses &&
          // If not all had room, a closer view has different ones.
          (!looked.cut || zoom < looked.zoom * nearer) &&
          covers(looked.area, seen)));
    if (!fits) {
      const area = widened(seen, 1 + 2 * margin);
      const part = this.#want(names ? area : undefined, {
        colors: this.#colors,
        sharpness,
        addresses,
        logos: this.#logos,
      });
      const bounds = widened(area, part);
      const cut = names && !covers(bounds, seen);
      this.#looked = { area: cut ? seen : bounds, zoom, sharpness, names, addresses, cut };
    }
    return this.#make();
  }

  /** Returns the fraction of the area around its center in which everything has its label. */
  #want(area: Area | undefined, detail: Detail): number {
    const { nodes = [], edges = [] } = area ? (this.#picture ?? {}) : {};
    const out = this.#leftOut;
    const inArea = (x: number, y: number): boolean => area !== undefined && within(x, y, area);
    const seenEdges = edges.filter(({ from, to, curve }) => {
      if (out.has(from) || out.has(to)) return false;
      const { x, y } = pointOn(curve, 0.5);
      return inArea(x, y);
    });
    const found = nodes.filter(({ id, x, y }) => !out.has(id) && inArea(x, y));
    const around = area ?? nothing;
    const named = nearest(found, (node) => node, around, mostLabels);
    const counted = nearest(seenEdges, ({ curve }) => pointOn(curve, 0.5), around, mostLabels);
    const wanted = [
      ...named.items.map((node) => ({
        layer: this.#nodes,
        wanted: wantedNode(node, hasRoomBelow(node, named.items), detail),
      })),
      ...counted.items.map((edge) => ({
        layer: this.#edges,
        wanted: wantedEdge(edge, this.#strong.has(edge.id), detail),
      })),
    ];
    this.#wanted = new Set(wanted.map((each) => each.wanted.key));
    this.#waiting = wanted.filter((each) => !this.#made.has(each.wanted.key));
    return Math.min(named.part, counted.part);
  }

  #make(): boolean {
    const began = performance.now();
    const few = this.#waiting.length <= atOnce;
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const { key, make } = next.wanted;
      if (this.#made.has(key)) continue;
      const label = make();
      this.#made.set(key, label);
      this.#ready.push({ layer: next.layer, label });
      if (this.#ready.length >= shownAtOnce) this.#putOnScene();
      if (!few && performance.now() - began > budgetMs) return true;
    }
    this.#putOnScene();
    // Removes old labels once the new ones are shown.
    for (const [key, label] of this.#made) {
      if (this.#wanted.has(key)) continue;
      label.destroy({ children: true });
      this.#made.delete(key);
    }
    return false;
  }

  #putOnScene(): void {
    for (const { layer, label } of this.#ready) layer.addChild(label);
    this.#ready = [];
  }

  #clear(): void {
    this.#ready = [];
    for (const label of this.#made.values()) label.destroy({ children: true });
    this.#made.clear();
  }
}

import { pointOn } from '@hopscope/canvas';
import { firstCharacters, flowBandOf } from '@hopscope/domain';
import { labelAmount } from '../model/node-labels.ts';
import type { RenderEdge, RenderNode } from '../model/render-model.ts';
import { face, widthOf } from './faces.ts';
import { areaOfFrame, type Frame } from './frame.ts';
import { cssColor, type Painting, type Shown, toWorldOf } from './paint.ts';
import { createLabelRoom, type LabelBox, type LabelRoom } from './place-labels.ts';
import { edgesIn, highest, nodesIn } from './visible.ts';

/** Minimum zooms at which names and amounts, and addresses, are readable. */
const namesFrom = 0.5;
const addressesFrom = 0.7;
/** Maximum number of names, and of amounts. */
const mostLabels = 300;
/** Number of names from afar: those with the largest amounts. */
const farNames = 10;
const atOnce = 8;
const placedAtOnce = 16;
/** Characters of a name among others, and of one with room at both sides. */
const shortName = 24;
const longName = 60;
/** Heights of a name, and of a name with its address. */
const nameHeight = 17;
const bothHeight = 32;
/** Positions along an edge at which its amount can be, best first. */
const along = [0.5, 0.38, 0.62] as const;

type Context = CanvasRenderingContext2D;

function cutTitle(title: string, most: number): string {
  return title.length <= most ? title : `${firstCharacters(title, most - 1)}…`;
}

function paintScore(context: Context, { x, y, risk }: RenderNode, { colors }: Shown): void {
  const band = flowBandOf(risk);
  if (band === 'unknown') return;
  const text = String(risk);
  const width = Math.max(24, widthOf(context, face.score, text) + 12);
  context.beginPath();
  context.roundRect(x + 11, y - 31, width, 16, 4);
  context.fillStyle = cssColor(colors[`${band}Tint`]);
  context.fill();
  context.strokeStyle = cssColor(colors[`${band}Line`]);
  context.lineWidth = 1;
  context.stroke();
  context.font = face.score;
  context.textAlign = 'center';
  context.fillStyle = cssColor(colors[`${band}Text`]);
  context.fillText(text, x + 11 + width / 2, y - 22.5);
}

/** A name below a node, and its address; `long`: there is room for a longer name. */
interface PlacedName {
  readonly node: RenderNode;
  readonly box: LabelBox;
  long: boolean;
}

/** Finds room for the name of a node, and for its address below it; undefined: there is none. */
function placeName(
  context: Context,
  node: RenderNode,
  room: LabelRoom,
  addresses: boolean,
): PlacedName | undefined {
  const { x, y, title, detail } = node;
  const both = addresses && detail !== '';
  const width =
    Math.max(
      widthOf(context, face.name, cutTitle(title, shortName)),
      both ? widthOf(context, face.address, detail) : 0,
    ) + 6;
  const box = { x: x - width / 2, y: y + 30, width, height: nameHeight };
  const tall = { ...box, height: bothHeight };
  if (both && room.take(tall)) return { node, box: tall, long: false };
  return room.take(box) ? { node, box, long: false } : undefined;
}

/** Lets a cut name be as long as the room at both sides allows. */
function lengthen(context: Context, placed: PlacedName, room: LabelRoom): void {
  const { node, box } = placed;
  if (cutTitle(node.title, shortName) === node.title) return;
  const more = (widthOf(context, face.name, cutTitle(node.title, longName)) + 6 - box.width) / 2;
  const part = { y: box.y, width: more, height: nameHeight };
  placed.long = more <= 0 || room.take({ ...part, x: box.x - more }, { ...part, x: box.x + box.width });
}

function paintName(context: Context, { node, box, long }: PlacedName, { colors }: Shown): void {
  const title = cutTitle(node.title, long ? longName : shortName);
  const width = Math.max(box.width, widthOf(context, face.name, title) + 6);
  context.fillStyle = cssColor(colors.ground, 0.75);
  context.fillRect(node.x - width / 2, box.y, width, box.height);
  context.textAlign = 'center';
  context.font = face.name;
  context.fillStyle = cssColor(colors.text);
  context.fillText(title, node.x, box.y + 9);
  if (box.height < bothHeight) return;
  context.font = face.address;
  context.fillStyle = cssColor(colors.quiet);
  context.fillText(node.detail, node.x, box.y + 24);
}

/** Paints the amount of an edge, its number of transfers, and its traced share where there is room. */
function paintAmount(context: Context, edge: RenderEdge, shown: Shown, room: LabelRoom): void {
  const { colors } = shown;
  const strong = shown.strong.has(edge.id);
  const share = edge.share === null ? '' : `${(edge.share * 100).toFixed(edge.share < 0.1 ? 1 : 0)}%`;
  const more = [edge.count > 1 ? `× ${edge.count}` : '', share].filter((word) => word !== '').join(' · ');
  const words = ({ amount: units, asset }: Pick<RenderEdge, 'amount' | 'asset'>): string =>
    `${labelAmount(units, asset.decimals)} ${asset.symbol}`;
  const amount = edge.became ? `${words(edge)} → ${words(edge.became)}` : words(edge);
  const amountWidth = widthOf(context, face.amount, amount);
  const width = 14 + amountWidth + (more === '' ? 0 : 4 + widthOf(context, face.count, more));
  for (const t of along) {
    const { x, y } = pointOn(edge.curve, t);
    if (!room.take({ x: x - width / 2, y: y - 10, width, height: 20 })) continue;
    context.beginPath();
    context.roundRect(x - width / 2, y - 10, width, 20, 4);
    context.fillStyle = cssColor(colors.ground);
    context.fill();
    context.strokeStyle = cssColor(strong ? colors.accentLine : colors.labelLine);
    context.lineWidth = 1;
    context.stroke();
    context.textAlign = 'left';
    context.font = face.amount;
    context.fillStyle = cssColor(strong ? colors.accentText : colors.text);
    context.fillText(amount, x - width / 2 + 7, y + 0.5);
    if (more === '') return;
    context.font = face.count;
    context.fillStyle = cssColor(colors.quiet);
    context.fillText(more, x - width / 2 + 11 + amountWidth, y + 0.5);
    return;
  }
}

/** Returns what matters most: selected nodes, traced ones, then those with large amounts. */
function nodeRank({ chosen }: Shown): (node: RenderNode) => number {
  return ({ id, traced, weight }) => (chosen.has(id) ? 4 : 0) + (traced ? 2 : 0) + weight;
}

function* paintNames(
  context: Context,
  nodes: readonly RenderNode[],
  shown: Shown,
  room: LabelRoom,
  zoom: number,
): Painting {
  const placed: PlacedName[] = [];
  for (const [i, node] of nodes.entries()) {
    const name = placeName(context, node, room, zoom >= addressesFrom);
    if (name) placed.push(name);
    if (i % placedAtOnce === placedAtOnce - 1) yield;
  }
  for (const each of placed) lengthen(context, each, room);
  for (const [i, each] of placed.entries()) {
    paintName(context, each, shown);
    if (i % atOnce === atOnce - 1) yield;
  }
  for (const [i, node] of nodes.entries()) {
    paintScore(context, node, shown);
    if (i % atOnce === atOnce - 1) yield;
  }
}

/** Paints the names of a few nodes at a constant size on the screen. */
function paintFarNames(context: Context, nodes: readonly RenderNode[], shown: Shown, frame: Frame): void {
  const { zoom, ratio, left, top } = frame;
  const { colors } = shown;
  const room = createLabelRoom();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textAlign = 'center';
  const named = new Set<string>();
  for (const { x, y, title: whole } of nodes) {
    const title = cutTitle(whole, shortName);
    if (named.size === farNames) return;
    // Addresses of one owner have one name.
    if (named.has(title)) continue;
    const width = widthOf(context, face.name, title);
    const at = { x: (x - left) * zoom, y: (y - top) * zoom + 30 * zoom + 9 };
    const box = { x: at.x - width / 2 - 4, y: at.y - 9, width: width + 8, height: 18 };
    if (!room.take(box)) continue;
    named.add(title);
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 4);
    context.fillStyle = cssColor(colors.ground, 0.85);
    context.fill();
    context.font = face.name;
    context.fillStyle = cssColor(colors.text);
    context.fillText(title, at.x, at.y);
  }
}

/**
 * Paints names, scores, and amounts where they are readable and don't cover each other, the largest amounts first; from afar,
 * the names of the ten nodes with the largest amounts.
 */
export function* paintLabels(context: Context, shown: Shown, frame: Frame): Painting {
  context.textBaseline = 'middle';
  const area = areaOfFrame(frame);
  const visible = nodesIn(shown.model, area, shown.hidden);
  if (frame.zoom < namesFrom)
    return paintFarNames(context, highest(visible, 4 * farNames, nodeRank(shown)), shown, frame);
  yield;
  toWorldOf(context, frame);
  const room = createLabelRoom();
  for (const { x, y } of visible) room.occupy({ x: x - 26, y: y - 26, width: 52, height: 52 });
  yield* paintNames(context, highest(visible, mostLabels, nodeRank(shown)), shown, room, frame.zoom);
  const rank = ({ id, weight }: RenderEdge): number => Number(shown.strong.has(id)) + weight;
  yield;
  const edges = highest(edgesIn(shown.model, area, shown.hidden), mostLabels, rank);
  for (const [i, edge] of edges.entries()) {
    paintAmount(context, edge, shown, room);
    if (i % atOnce === atOnce - 1) yield;
  }
}

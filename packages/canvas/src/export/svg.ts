import type { CanvasNode, Connection, Drawing } from '@hopscope/contract/flow-document';
import { flowBandOf, shortDecimal, shorten, firstCharacters } from '@hopscope/domain';
import type { Point } from '../geometry/point.ts';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { type Curve, curveBetween, pointOn } from '../geometry/curve.ts';
import { boxAround } from '../geometry/view.ts';
import { limits } from '../limits.ts';
import { textBox } from '../tools/hit-index.ts';
import { type Aggregate, aggregate, parallelOffsets } from '../trace/aggregate.ts';
import { shortConversion } from '../trace/conversion-text.ts';
import { foldedView } from '../trace/peel-chains.ts';
import { nameOf } from '../trace/summary.ts';
import { legendOf, legendWidth } from './svg-legend.ts';
import { type SvgTheme, svgThemes } from './svg-theme.ts';
import { element, xmlText } from './xml.ts';

export interface SvgOptions {
  readonly theme: 'dark' | 'light';
  /** All transfers of a pair and asset as one, or each by itself. */
  readonly aggregated: boolean;
  readonly title: string;
  /** Lines below the legend: when it was drawn, at which block. */
  readonly caption: readonly string[];
}

const margin = 60;

function shortName(name: string): string {
  const short = firstCharacters(name, 28);
  return short === name ? name : `${firstCharacters(name, 27)}…`;
}

function ringOf(node: CanvasNode, theme: SvgTheme): string[] {
  const r = limits.nodeRadius + 4;
  const { x: cx, y: cy } = node;
  if (node.type === 'custom') return [];
  const risk = node.profile?.risk ?? null;
  const stroke = theme.risk[flowBandOf(risk)];
  if (risk === null)
    return [
      element('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': 3, 'stroke-dasharray': '1.5 3' }),
    ];
  const around = 2 * Math.PI * r;
  const dash = `${((around * risk) / 100).toFixed(1)} ${around.toFixed(1)}`;
  const transform = `rotate(-90 ${cx} ${cy})`;
  return [
    element('circle', { cx, cy, r, fill: 'none', stroke: theme.border, 'stroke-width': 2 }),
    element('circle', {
      cx,
      cy,
      r,
      fill: 'none',
      stroke,
      'stroke-width': 3,
      'stroke-dasharray': dash,
      transform,
    }),
    element('text', { x: cx + 18, y: cy - 19, fill: stroke, 'font-size': 11, 'font-weight': 600 }, [
      String(risk),
    ]),
  ];
}

function label(at: Point, below: number, words: string, attributes: Record<string, string | number>): string {
  return element('text', { x: at.x, y: at.y + below, 'text-anchor': 'middle', ...attributes }, [
    xmlText(words),
  ]);
}

function symbol(at: Point, theme: SvgTheme, color: string | null, inside: string): string[] {
  return [
    element('circle', {
      cx: at.x,
      cy: at.y,
      r: limits.nodeRadius,
      fill: theme.surface,
      stroke: color ?? theme.border,
      'stroke-width': color ? 2.5 : 1,
    }),
    label(at, 5, inside, { fill: theme.text, 'font-size': 13, 'font-weight': 600 }),
  ];
}

function nodeSvg(node: CanvasNode, theme: SvgTheme): string {
  const name = nameOf(node);
  const known = name !== node.address;
  const initials = node.traced ? '●' : known ? firstCharacters(name, 2) : '?';
  const address = node.address === null ? null : shorten(node.address);
  return element('g', {}, [
    element('title', {}, [
      xmlText([name, ...(known && node.address !== null ? [node.address] : [])].join(', ')),
    ]),
    ...symbol(node, theme, node.color, initials),
    ...ringOf(node, theme),
    label(node, 42, known ? shortName(name) : (address ?? ''), { fill: theme.text, 'font-size': 12 }),
    ...(known && address !== null
      ? [label(node, 56, address, { fill: theme.faint, 'font-size': 10.5 })]
      : []),
  ]);
}

function drawingSvg(one: Drawing): string {
  const line = { fill: 'none', stroke: one.color, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' };
  switch (one.shape) {
    case 'line':
      return element('line', {
        x1: one.x,
        y1: one.y,
        x2: one.x2,
        y2: one.y2,
        ...line,
        'stroke-dasharray': null,
      });
    case 'rectangle':
      return element('rect', { x: one.x, y: one.y, width: one.width, height: one.height, rx: 4, ...line });
    case 'circle':
      return element('circle', { cx: one.x, cy: one.y, r: one.radius, ...line });
    case 'text':
      return element(
        'text',
        { x: one.x, y: one.y + 15, fill: one.color, 'font-size': 14 },
        one.text
          .split('\n')
          .map((words, i) => element('tspan', { x: one.x, dy: i === 0 ? null : 20 }, [xmlText(words)])),
      );
  }
}

/** A line between two places: transfers, or a conversion. */
interface Flow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly color: string | null;
  readonly words: string;
  readonly isConversion: boolean;
}

function transferFlow({ id, from, to, color, amount, asset, connections }: Aggregate): Flow {
  const sum = `${shortDecimal(amount, asset.decimals)} ${asset.symbol}`;
  const words = connections.length > 1 ? `${sum} × ${connections.length}` : sum;
  return { id, from, to, color, words, isConversion: false };
}

function edgeSvg({ color, isConversion }: Flow, curve: Curve, theme: SvgTheme): string {
  const { x0, y0, x1, y1, x2, y2, x3, y3 } = curve;
  const n = (value: number): string => String(Math.round(value * 10) / 10);
  const path = `M${n(x0)} ${n(y0)}C${n(x1)} ${n(y1)} ${n(x2)} ${n(y2)} ${n(x3)} ${n(y3)}`;
  const back = x2 <= x3 ? -6 : 6;
  const arrow = `M${n(x3 + back)} ${n(y3 - 4)}L${n(x3)} ${n(y3)}L${n(x3 + back)} ${n(y3 + 4)}`;
  return element('path', {
    d: `${path}${arrow}`,
    fill: 'none',
    stroke: color ?? theme.edge,
    'stroke-width': 1.8,
    'stroke-dasharray': isConversion ? '7 4' : null,
  });
}

function amountSvg({ words }: Flow, curve: Curve, theme: SvgTheme): string {
  const middle = pointOn(curve, 0.5);
  const half = (words.length * 6.4) / 2 + 6;
  const at = { x: Math.round(middle.x), y: Math.round(middle.y) };
  return element('g', {}, [
    element('rect', {
      x: at.x - half,
      y: at.y - 10,
      width: 2 * half,
      height: 20,
      rx: 4,
      fill: theme.background,
      stroke: theme.border,
    }),
    label(at, 4, words, { fill: theme.text, 'font-size': 11 }),
  ]);
}

/** One line for each transfer, in the form of an aggregated one. */
function alone(one: Connection, shownAs: (id: string) => string): Aggregate[] {
  return aggregate([one], shownAs).map((flow) => ({ ...flow, id: one.id }));
}

function reachOf(one: Drawing): Point[] {
  const at = { x: one.x, y: one.y };
  switch (one.shape) {
    case 'line':
      return [at, { x: one.x2, y: one.y2 }];
    case 'rectangle':
      return [at, { x: one.x + one.width, y: one.y + one.height }];
    case 'circle':
      return [
        { x: one.x - one.radius, y: one.y - one.radius },
        { x: one.x + one.radius, y: one.y + one.radius },
      ];
    case 'text': {
      const { right, bottom } = textBox(one);
      return [at, { x: right, y: bottom }];
    }
  }
}

/**
 * The picture as an SVG with a legend: nodes, transfers and conversions with exact amounts, drawings. It needs nothing from outside and runs nothing: all
 * text is escaped.
 */
export function svgOf(
  document: CanvasDocument,
  { theme: name, aggregated, title, caption }: SvgOptions,
): string {
  const theme = svgThemes[name];
  const view = foldedView(document);
  const connections = allOf(document, 'connection');
  const transfers = aggregated
    ? aggregate(connections, view.shownAs)
    : connections.flatMap((one) => alone(one, view.shownAs));
  const conversions = allOf(document, 'conversion').flatMap((one): Flow[] => {
    const [from, to] = [view.shownAs(one.from), view.shownAs(one.to)];
    const words = shortConversion(one);
    return from === to ? [] : [{ id: one.id, from, to, color: null, words, isConversion: true }];
  });
  const flows = [...transfers.map(transferFlow), ...conversions];
  const places = new Map<string, Point>();
  for (const { id, x, y } of view.nodes) places.set(id, { x, y });
  for (const { group, x, y } of view.folded) places.set(group.id, { x, y });
  const offsets = parallelOffsets(flows);
  const curves = flows.flatMap((flow, i) => {
    const [from, to] = [places.get(flow.from), places.get(flow.to)];
    return from && to ? [{ flow, curve: curveBetween(from, to, offsets[i]) }] : [];
  });
  const drawings = allOf(document, 'drawing');
  const around = boxAround([
    ...places.values(),
    ...curves.map(({ curve }) => pointOn(curve, 0.5)),
    ...drawings.flatMap(reachOf),
  ]) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const [left, top] = [Math.floor(around.left) - margin, Math.floor(around.top) - margin];
  const bottom = Math.ceil(around.bottom) + margin + 20;
  const width = Math.max(Math.ceil(around.right) + margin - left, legendWidth + 2 * 20);
  const legend = legendOf(theme, caption, { x: left + 20, y: bottom });
  const height = bottom + legend.height + 20 - top;
  const folded = view.folded.map(({ group, members, x, y }) =>
    element('g', {}, [
      ...symbol({ x, y }, theme, group.color ?? theme.accent, String(members.length)),
      label({ x, y }, 42, shortName(group.label || 'Group'), { fill: theme.text, 'font-size': 12 }),
    ]),
  );
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `${left} ${top} ${width} ${height}`,
      width,
      height,
      role: 'img',
      'font-family': 'Inter, system-ui, sans-serif',
    },
    [
      element('title', {}, [xmlText(title)]),
      element('rect', { x: left, y: top, width, height, fill: theme.background }),
      ...curves.map(({ flow, curve }) => edgeSvg(flow, curve, theme)),
      ...curves.map(({ flow, curve }) => amountSvg(flow, curve, theme)),
      ...view.nodes.map((node) => nodeSvg(node, theme)),
      ...folded,
      ...drawings.map(drawingSvg),
      legend.svg,
    ],
  )}\n`;
}

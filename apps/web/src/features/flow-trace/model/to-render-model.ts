import {
  aggregateUnordered,
  allOf,
  type Asset,
  assetKey,
  type CanvasDocument,
  type CanvasNode,
  type Connection,
  type ConversionRecord,
  createHitIndex,
  curveBetween,
  type FoldedGroup,
  foldedView,
  type HitIndex,
  hopsFromTraced,
  parallelOffsets,
  timelineOf,
} from '@hopscope/canvas';
import type { FallbackLogo } from '@hopscope/contract';
import { flowBandOf, shortAddress } from '@hopscope/domain';
import { hueOf, iconOf, lettersOf, titleOf } from './node-labels.ts';
import type { Emphasis, RenderModel, RenderColumn, RenderEdge, RenderNode } from './render-model.ts';

export interface RenderOptions {
  readonly aggregated: boolean;
  /** Only transfers until then, seconds since 1970. */
  readonly time: number | null;
  /** Parts per million of traced money by connection; null: not computed. */
  readonly shares: ReadonlyMap<string, number> | null;
  /** IDs of services whose addresses are shown one by one; null: those of all services are. */
  readonly unfolded: ReadonlySet<string> | null;
}

type WeighedNode = RenderNode & { weight: number };

function nodeOf(node: CanvasNode): WeighedNode {
  const named = node.label !== '' || node.profile?.name !== undefined;
  return {
    id: node.id,
    x: node.x,
    y: node.y,
    title: titleOf(node),
    detail: node.address !== null && named && node.profile?.name !== null ? shortAddress(node.address) : '',
    letters: lettersOf(node),
    icon: node.label === '' ? iconOf(node) : null,
    logo: node.label === '' && node.profile?.logoUrl ? node.profile.entityId : null,
    hue: hueOf(node),
    risk: node.profile?.risk ?? null,
    ring: node.type === 'wallet',
    traced: node.traced,
    folded: false,
    members: null,
    weight: 0,
    color: node.color,
  };
}

function groupOf({ group, members, x, y }: FoldedGroup): WeighedNode {
  const risks = members.flatMap(({ profile }) => profile?.risk ?? []);
  const isService = group.purpose === 'cluster' && group.id.startsWith('entity:');
  const [first] = members;
  return {
    id: group.id,
    x,
    y,
    title: group.label,
    detail: `${members.length} addresses`,
    letters: String(members.length),
    icon: isService && first ? iconOf(first) : null,
    logo: isService && first?.profile?.logoUrl ? first.profile.entityId : null,
    hue: isService && first ? hueOf(first) : 'other',
    risk: risks.length === 0 ? null : Math.max(...risks),
    ring: true,
    traced: false,
    folded: true,
    members: isService ? members.map(({ id }) => id) : null,
    weight: 0,
    color: group.color,
  };
}

interface Line {
  id: string;
  from: string;
  to: string;
  /** IDs of transfers, or of the conversion. */
  records: readonly string[];
  asset: Asset;
  amount: bigint;
  became: RenderEdge['became'];
  color: string | null;
}

function linesOf(
  connections: readonly Connection[],
  shownAs: (id: string) => string,
  aggregated: boolean,
): readonly Line[] {
  if (aggregated) {
    return aggregateUnordered(connections, shownAs).map(({ connections: own, ...line }) => ({
      ...line,
      id: `edge:${line.id}`,
      records: own.map(({ id }) => id),
      became: null,
    }));
  }
  return connections.map((one) => ({
    id: one.id,
    from: shownAs(one.from),
    to: shownAs(one.to),
    records: [one.id],
    asset: one.asset,
    amount: BigInt(one.amount),
    became: null,
    color: one.color,
  }));
}

function conversionLines(
  conversions: readonly ConversionRecord[],
  shownAs: (id: string) => string,
): readonly Line[] {
  return conversions.map(({ id, from, to, gave, got }) => ({
    id,
    from: shownAs(from),
    to: shownAs(to),
    records: [id],
    asset: gave.asset,
    amount: BigInt(gave.amount),
    became: { amount: BigInt(got.amount), asset: got.asset },
    color: null,
  }));
}

function shareOf({ records, amount }: Line, shares: ReadonlyMap<string, number> | null): number | null {
  if (!shares || amount === 0n) return null;
  // Shares are of the same traced amount, so those of several transfers add up.
  const sum = records.reduce((total, id) => total + (shares.get(id) ?? 0), 0);
  return Math.min(1, sum / 1_000_000);
}

/** Returns the weight of an amount among those of its asset: the square root of its share of the largest one. */
function weigher(lines: readonly Line[]): (line: Line) => number {
  const largest = new Map<string, bigint>();
  const keyOf = ({ asset }: Line): string => assetKey(asset);
  for (const line of lines) {
    const key = keyOf(line);
    if (line.amount > (largest.get(key) ?? 0n)) largest.set(key, line.amount);
  }
  return (line) => {
    const most = largest.get(keyOf(line)) ?? 0n;
    return most === 0n ? 0 : Math.sqrt(Number((line.amount * 1_000_000n) / most) / 1e6);
  };
}

/** Returns the higher band of two scores if it is high or medium. */
function riskOf(from: RenderNode | undefined, to: RenderNode | undefined): RenderEdge['risk'] {
  const bands = [from, to].map((node) => flowBandOf(node?.risk ?? null));
  return bands.includes('high') ? 'high' : bands.includes('medium') ? 'medium' : null;
}

/** Least distance of two columns of the ruler. */
const sameColumn = 40;

function spanOf(ascending: readonly number[]): { left: number; right: number; middle: number } {
  return {
    left: ascending[0] ?? 0,
    right: ascending.at(-1) ?? 0,
    middle: ascending[Math.floor(ascending.length / 2)] ?? 0,
  };
}

/**
 * Returns the columns of the ruler. Nodes of one hop, as of a peel chain, can stand in several columns: the ruler marks the one
 * nearest to the traced address, unless another hop stands between them.
 */
function columnsOf(document: CanvasDocument, nodes: readonly CanvasNode[]): RenderColumn[] {
  if (!nodes.some(({ traced }) => traced)) return [];
  const places = hopsFromTraced(document);
  const hops = new Map<number, number[]>();
  for (const { id, x } of nodes) {
    const hop = places.get(id)?.hop;
    if (hop === undefined || hop === null) continue;
    const xs = hops.get(hop);
    if (xs) xs.push(x);
    else hops.set(hop, [x]);
  }
  const ranges = [...hops].map(([hop, xs]) => ({
    hop,
    ...spanOf(xs.toSorted((a, b) => a - b)),
  }));
  const ordered = ranges
    .filter((own) =>
      ranges.every(({ hop, middle }) => hop === own.hop || middle < own.left || middle > own.right),
    )
    .map(({ hop, left, right }) => ({ hop, x: hop < 0 ? right : left }))
    .toSorted((a, b) => a.hop - b.hop);
  // A ruler with hops out of order is useless.
  const inOrder = ordered.every((column, i) => i === 0 || column.x > (ordered[i - 1]?.x ?? 0) + sameColumn);
  return inOrder ? ordered : [];
}

/** Types of entities at whose addresses customers' money arrives: their addresses are one place in a trace. */
const services: ReadonlySet<FallbackLogo | null> = new Set([
  'exchange',
  'pool',
  'mixer',
  'wallet',
  'defi',
  'gambling',
  'payment',
]);

/** Returns the service into whose symbol a node folds. Traced, named, and colored nodes stay by themselves. */
function serviceOf(unfolded: RenderOptions['unfolded']) {
  return (node: CanvasNode): { id: string; name: string } | null => {
    const { profile, traced, label, color, group } = node;
    if (unfolded === null || traced || label !== '' || color !== null || group !== null) return null;
    if (!profile?.entityId || profile.name === null || !services.has(iconOf(node))) return null;
    return unfolded.has(profile.entityId) ? null : { id: profile.entityId, name: profile.name };
  };
}

/** Converts a document to its render model. */
export function toRenderModel(
  document: CanvasDocument,
  { aggregated, time, shares, unfolded }: RenderOptions,
): RenderModel {
  const { nodes: single, folded, shownAs } = foldedView(document, serviceOf(unfolded));
  const all = allOf(document, 'connection');
  const shown = time === null ? null : timelineOf(document).shownAt(time);
  const connections = shown ? all.filter(({ id }) => shown.connections.has(id)) : all;
  const changed = allOf(document, 'conversion');
  const conversions = shown ? changed.filter(({ id }) => shown.conversions.has(id)) : changed;
  const nodes = shown ? single.filter(({ id }) => shown.nodes.has(id)) : single;
  const places = new Map([...nodes.map(nodeOf), ...folded.map(groupOf)].map((node) => [node.id, node]));
  const lines = [...linesOf(connections, shownAs, aggregated), ...conversionLines(conversions, shownAs)];
  const asides = parallelOffsets(lines);
  const weightOf = weigher(lines);
  const edges = lines.flatMap((line, i): RenderEdge[] => {
    const [from, to] = [places.get(line.from), places.get(line.to)];
    // Transfers and conversions of an address to itself are only described as text.
    if (!from || !to || line.from === line.to) return [];
    const aside = asides[i] ?? 0;
    const weight = weightOf(line);
    from.weight = Math.max(from.weight, weight);
    to.weight = Math.max(to.weight, weight);
    return [
      {
        id: line.id,
        from: line.from,
        to: line.to,
        curve: curveBetween(from, to, aside),
        aside,
        amount: line.amount,
        asset: line.asset,
        became: line.became,
        weight,
        risk: riskOf(from, to),
        count: line.records.length,
        color: line.color,
        share: shareOf(line, shares),
        connections: line.records,
      },
    ];
  });
  return {
    nodes: [...places.values()],
    edges,
    drawings: allOf(document, 'drawing'),
    columns: columnsOf(document, nodes),
  };
}

interface Drawn {
  readonly renderModel: RenderModel;
  readonly index: HitIndex;
}

type DrawnOptions = Omit<RenderOptions, 'shares'> & {
  readonly overlay: Pick<RenderOptions, 'shares'> | null;
};

/** Returns a memoized function that creates the render model of a document and its spatial index. */
export function createDrawn(): (document: CanvasDocument, options: DrawnOptions) => Drawn {
  let of: readonly unknown[] = [];
  let drawn: Drawn | undefined;
  return (document, { aggregated, time, overlay, unfolded }) => {
    const made = [document, aggregated, time, overlay, unfolded];
    if (drawn && made.every((each, i) => each === of[i])) return drawn;
    const shares = overlay?.shares ?? null;
    const renderModel = toRenderModel(document, { aggregated, time, unfolded, shares });
    of = made;
    drawn = {
      renderModel,
      index: createHitIndex(renderModel.nodes, renderModel.edges, renderModel.drawings),
    };
    return drawn;
  };
}

/** Returns the edges on the shortest path, in either direction, from a traced node to a selected one. */
function wayTo(renderModel: RenderModel, goal: string): string[] {
  const beside = new Map<string, { edge: string; other: string }[]>();
  const add = (id: string, edge: string, other: string): void => {
    const list = beside.get(id);
    if (list) list.push({ edge, other });
    else beside.set(id, [{ edge, other }]);
  };
  for (const { id, from, to } of renderModel.edges) {
    add(from, id, to);
    add(to, id, from);
  }
  const traced = new Set(renderModel.nodes.filter((node) => node.traced).map(({ id }) => id));
  const came = new Map<string, { edge: string; other: string } | null>([[goal, null]]);
  for (let front = [goal]; front.length > 0; ) {
    const next: string[] = [];
    for (const id of front) {
      if (traced.has(id)) return backFrom(id, came);
      for (const { edge, other } of beside.get(id) ?? []) {
        if (came.has(other)) continue;
        came.set(other, { edge, other: id });
        next.push(other);
      }
    }
    front = next;
  }
  return [];
}

function backFrom(id: string, came: ReadonlyMap<string, { edge: string; other: string } | null>): string[] {
  const edges: string[] = [];
  for (let step = came.get(id); step; step = came.get(step.other)) edges.push(step.edge);
  return edges;
}

/** Returns what to highlight for selected records: the records, and the path to a single node from the traced one. */
export function emphasisOf(renderModel: RenderModel, selection: readonly string[]): Emphasis {
  const chosen = new Set(selection);
  const strong = new Set<string>();
  if (selection.length === 0) return { chosen, strong };
  for (const { id, connections } of renderModel.edges) {
    if (connections.some((each) => chosen.has(each))) strong.add(id);
  }
  for (const { id, members } of renderModel.nodes)
    if (members?.every((each) => chosen.has(each))) chosen.add(id);
  const nodes = renderModel.nodes.filter(({ id }) => chosen.has(id));
  const [only] = nodes;
  if (nodes.length === 1 && only && !only.traced)
    for (const id of wayTo(renderModel, only.id)) strong.add(id);
  return { chosen, strong };
}

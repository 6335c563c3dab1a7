import type { ConversionRecord, Asset, CanvasNode, Drawing } from '@hopscope/contract/flow-document';
import { byText, flowBandOf, type RiskBand, plural } from '@hopscope/domain';
import { allOf, type CanvasDocument, dependentsOf, getOf, graphOf } from '../document/document.ts';
import { type Aggregate, aggregate, assetKey } from './aggregate.ts';
import { amountWords } from './amount-text.ts';
import { conversionText } from './conversion-text.ts';
import { hopsFromTraced } from './hops.ts';

/** Returns the name of a node: user-defined name, entity name, or address. */
export function nameOf(node: CanvasNode): string {
  return node.label || node.profile?.name || node.address || 'Unnamed node';
}

export interface AssetSum {
  readonly asset: Asset;
  /** Exact, smallest units. */
  readonly amount: bigint;
  readonly transfers: number;
  /** `118.4 BTC in 6 transfers`. */
  readonly words: string;
}

export interface FlowLine {
  readonly direction: 'in' | 'out';
  /** Id and name of the other end. */
  readonly other: string;
  readonly name: string;
  readonly flow: Aggregate;
  /** `To Quorumix: 118.4 BTC in 6 transfers`. */
  readonly words: string;
}

export interface NodeSummary {
  readonly node: CanvasNode;
  readonly name: string;
  /** Hops along the flow, negative upstream. Null: no flow between it and a traced node. */
  readonly hop: number | null;
  readonly risk: RiskBand;
  readonly received: readonly AssetSum[];
  readonly sent: readonly AssetSum[];
  /** In before out, then by the other's name. */
  readonly flows: readonly FlowLine[];
  /** What it gave or received in another form. */
  readonly conversions: readonly ConversionRecord[];
  readonly notes: readonly string[];
  /** Description of a node in one line. */
  readonly words: string;
}

export interface SummaryColumn {
  /** Null: no flow between them and a traced node. */
  readonly hop: number | null;
  /** As on the ruler: `−2 hops`, `traced`, `+1 hop`. */
  readonly title: string;
  /** Ids, from top to bottom. */
  readonly nodes: readonly string[];
}

/** Text version of the canvas. */
export interface Summary {
  readonly words: string;
  /** What left traced nodes for others: no amount is counted twice on its way. */
  readonly sums: readonly AssetSum[];
  readonly columns: readonly SummaryColumn[];
  readonly drawings: readonly { readonly id: string; readonly words: string }[];
  /** Notes on the whole. */
  readonly notes: readonly string[];
  /** Returns the description of a node; null if it doesn't exist. */
  describe: (nodeId: string) => NodeSummary | null;
}

const counted = (n: number, one: string): string => `${n} ${plural(n, one)}`;

function sumsOf(flows: readonly Aggregate[]): AssetSum[] {
  const sums = new Map<string, { asset: Asset; amount: bigint; transfers: number }>();
  for (const { asset, amount, connections } of flows) {
    const key = assetKey(asset);
    const sum = sums.get(key) ?? { asset, amount: 0n, transfers: 0 };
    sums.set(key, { asset, amount: sum.amount + amount, transfers: sum.transfers + connections.length });
  }
  return [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => ({
      ...sum,
      words: `${amountWords(sum.amount, sum.asset)} in ${counted(sum.transfers, 'transfer')}`,
    }));
}

/** Returns the title of a hop on the ruler and in the tree view. */
export function hopTitle(hop: number | null): string {
  if (hop === null) return 'no direct flow';
  if (hop === 0) return 'traced';
  return `${hop < 0 ? '−' : '+'}${counted(Math.abs(hop), 'hop')}`;
}

function drawingWords(drawing: Drawing): string {
  switch (drawing.shape) {
    case 'line':
      return `Line from ${drawing.x}, ${drawing.y} to ${drawing.x2}, ${drawing.y2}`;
    case 'rectangle':
      return `Rectangle at ${drawing.x}, ${drawing.y}, ${drawing.width} wide and ${drawing.height} high`;
    case 'circle':
      return `Circle around ${drawing.x}, ${drawing.y} with radius ${drawing.radius}`;
    case 'text':
      return `Text at ${drawing.x}, ${drawing.y}: ${drawing.text}`;
  }
}

function nodeWords(summary: Omit<NodeSummary, 'words'>, group: string | null): string {
  const { node, name, hop, risk, received, sent, conversions, notes } = summary;
  const wallet = node.address !== null && node.address !== name ? [node.address] : [];
  const score = node.profile?.risk ?? null;
  return [
    name,
    ...wallet,
    node.type === 'custom' ? 'no address' : `${node.chain ?? ''} address`,
    node.traced
      ? 'traced'
      : hop === null
        ? 'no direct flow with a traced node'
        : `${hopTitle(hop)} from a traced node`,
    ...(node.type === 'custom' ? [] : [score === null ? 'risk unknown' : `risk ${score}, ${risk}`]),
    ...(node.profile?.entityType ? [node.profile.entityType] : []),
    ...(group === null ? [] : [`in ${group}`]),
    ...received.map(({ words }) => `received ${words}`),
    ...sent.map(({ words }) => `sent ${words}`),
    ...conversions.map(conversionText),
    ...(node.stop === null ? [] : [`tracing stopped: ${node.stop.replaceAll('_', ' ')}`]),
    ...(notes.length === 0 ? [] : [counted(notes.length, 'note')]),
  ].join(', ');
}

/** Describes a node; null if there is none of that ID. */
export function describeNode(document: CanvasDocument, id: string): NodeSummary | null {
  const node = getOf(document, 'node', id);
  if (!node) return null;
  const { numberOf, connections, at } = graphOf(document);
  const own = aggregate(Array.from(at(numberOf.get(id) ?? -1)).flatMap((i) => connections[i] ?? []));
  const into = own.filter(({ to }) => to === id);
  const out = own.filter(({ from }) => from === id);
  const lineOf = (flow: Aggregate, direction: 'in' | 'out'): FlowLine => {
    const other = direction === 'in' ? flow.from : flow.to;
    const there = getOf(document, 'node', other);
    const name = other === id ? 'itself' : there ? nameOf(there) : other;
    const amount = `${amountWords(flow.amount, flow.asset)} in ${counted(flow.connections.length, 'transfer')}`;
    return {
      direction,
      other,
      name,
      flow,
      words: `${direction === 'in' ? 'From' : 'To'} ${name}: ${amount}`,
    };
  };
  const byName = (a: FlowLine, b: FlowLine): number => byText(a.name, b.name);
  const summary = {
    node,
    name: nameOf(node),
    hop: hopsFromTraced(document).get(id)?.hop ?? null,
    risk: flowBandOf(node.profile?.risk ?? null),
    received: sumsOf(into),
    sent: sumsOf(out),
    flows: [
      ...into.map((flow) => lineOf(flow, 'in')).sort(byName),
      ...out.map((flow) => lineOf(flow, 'out')).sort(byName),
    ],
    conversions: dependentsOf(document, id).flatMap((each) => getOf(document, 'conversion', each) ?? []),
    notes: dependentsOf(document, id).flatMap((noteId) => getOf(document, 'note', noteId)?.text ?? []),
  };
  const group = node.group === null ? undefined : getOf(document, 'group', node.group);
  return { ...summary, words: nodeWords(summary, group ? group.label || 'a group' : null) };
}

/** Builds the text version of a document for the tree view and screen readers. Nodes are described on demand. */
export function summarize(document: CanvasDocument): Summary {
  const nodes = allOf(document, 'node');
  const connections = allOf(document, 'connection');
  const places = hopsFromTraced(document);
  const columns = new Map<number | null, CanvasNode[]>();
  for (const node of nodes) {
    const column = places.get(node.id)?.hop ?? null;
    const list = columns.get(column);
    if (list) list.push(node);
    else columns.set(column, [node]);
  }
  const isTraced = (id: string): boolean => getOf(document, 'node', id)?.traced === true;
  const sums = sumsOf(aggregate(connections.filter(({ from, to }) => isTraced(from) && !isTraced(to))));
  const traced = nodes.filter((one) => one.traced).length;
  const drawings = allOf(document, 'drawing');
  const conversions = allOf(document, 'conversion').length;
  const parts = [
    `${counted(nodes.length, 'node')}, ${traced} traced`,
    counted(connections.length, 'transfer'),
    ...(conversions === 0 ? [] : [counted(conversions, 'conversion')]),
    ...sums.map(({ words }) => `${words} from traced addresses`),
    ...(drawings.length === 0 ? [] : [counted(drawings.length, 'drawing')]),
  ];
  return {
    words: nodes.length === 0 ? 'The canvas is empty' : parts.join('; '),
    sums,
    columns: [...columns]
      .sort(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
      .map(([hop, list]) => ({
        hop,
        title: hopTitle(hop),
        nodes: list.sort((a, b) => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1)).map(({ id }) => id),
      })),
    drawings: drawings.map((one) => ({ id: one.id, words: drawingWords(one) })),
    notes: allOf(document, 'note').flatMap(({ on, text }) => (on === null ? [text] : [])),
    describe: (id) => describeNode(document, id),
  };
}

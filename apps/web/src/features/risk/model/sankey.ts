import type { RiskWalk } from '@hopscope/contract';
import { type ExposurePart, partsOfWalk } from './exposures.ts';

/** Width in pixels; the height depends on the parts. */
export const sankeyWidth = 800;
const columns = { self: 20, hops: 270, parts: 500 } as const;
/** Space for the label above a node. */
const head = 22;
const nodeWidth = 10;
const partGap = 10;
const leastHeight = 16;
/** Number of the largest parts; the rest is folded into one. */
export const partsDrawn = 14;

export interface SankeyNode {
  readonly key: string;
  readonly title: string;
  /** Left edge. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Share of all incoming or outgoing funds. */
  readonly share: number;
  /** 0 to 100; null: unknown; undefined: several parts. */
  readonly severity: number | null | undefined;
  /** Part that it opens; undefined for the address, a distance, or the folded rest. */
  readonly part?: ExposurePart;
}

export interface SankeyRibbon {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly share: number;
  readonly severity: number | null | undefined;
  readonly path: string;
  readonly part?: ExposurePart;
}

export interface Sankey {
  readonly height: number;
  readonly self: SankeyNode;
  readonly distances: readonly SankeyNode[];
  readonly parts: readonly SankeyNode[];
  readonly ribbons: readonly SankeyRibbon[];
}

interface Group {
  key: string;
  title: string;
  severity: number | null | undefined;
  /** Share by hops; key null: not traced. */
  shares: Map<number | null, number>;
  part?: ExposurePart;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/** Splits the share of an exposure over its hops in proportion to the exact amounts. */
function sharesByHops(part: ExposurePart): Map<number | null, number> {
  if (part.kind === 'rest') return new Map([[null, part.share]]);
  const { byHops, amount, hops } = part.exposure;
  const all = BigInt(amount);
  if (all === 0n || byHops.length === 0) return new Map([[hops, part.share]]);
  return new Map(
    byHops.map((each) => [
      each.hops,
      (part.share * Number((BigInt(each.amount) * 1_000_000n) / all)) / 1_000_000,
    ]),
  );
}

function groupsOf(walk: RiskWalk, titleOf: (part: ExposurePart) => string): Group[] {
  const parts = partsOfWalk(walk).filter(({ share }) => share > 0);
  const largest = new Set(
    parts
      .toSorted((a, b) => b.share - a.share)
      .slice(0, partsDrawn)
      .map(({ key }) => key),
  );
  const drawn = parts.filter(({ key }) => largest.has(key));
  const others = parts.filter(({ key }) => !largest.has(key));
  const groups: Group[] = drawn.map((part) => ({
    key: part.key,
    title: titleOf(part),
    severity: part.kind === 'rest' ? null : part.exposure.severity,
    shares: sharesByHops(part),
    part,
  }));
  if (others.length > 0) {
    const shares = new Map<number | null, number>();
    for (const other of others)
      for (const [hops, share] of sharesByHops(other)) shares.set(hops, (shares.get(hops) ?? 0) + share);
    groups.push({ key: 'others', title: `${others.length} smaller parts`, severity: undefined, shares });
  }
  return groups;
}

const distanceTitle = (hops: number | null): string =>
  hops === null ? 'not traced' : hops === 0 ? 'own address' : hops === 1 ? 'direct' : `${hops} hops`;

function ribbonPath(
  a: { x: number; y: number; height: number },
  b: { x: number; y: number; height: number },
): string {
  const middle = (a.x + b.x) / 2;
  const line = (y1: number, x2: number, y2: number) => `C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
  return [
    `M${a.x} ${a.y}`,
    line(a.y, b.x, b.y),
    `L${b.x} ${b.y + b.height}`,
    line(b.y + b.height, a.x, a.y + a.height),
    'Z',
  ].join('');
}

/**
 * Lays out a walk as a Sankey diagram: the address, hops, and entities. Funds flow to the right, so sources are on the
 * left of the address and destinations on the right. Heights are proportional to shares. Returns null if there is no flow.
 */
export function sankeyOf(walk: RiskWalk, titleOf: (part: ExposurePart) => string): Sankey | null {
  const groups = groupsOf(walk, titleOf);
  if (groups.length === 0) return null;
  const inner = Math.max(120, groups.length * 26);
  const backward = walk.direction === 'backward';
  const mirror = (x: number): number => (backward ? sankeyWidth - x - nodeWidth : x);
  const hops = [...new Set(groups.flatMap(({ shares }) => [...shares.keys()]))].toSorted(
    (a, b) => (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER),
  );
  const heightOf = (share: number): number => Math.max(1, share * inner);

  let y = head;
  const parts: SankeyNode[] = groups.map((group) => {
    const share = sum(group.shares.values());
    const height = heightOf(share);
    const room = Math.max(height, leastHeight);
    const { key, title, severity } = group;
    const placed = {
      key,
      title,
      severity,
      share,
      x: mirror(columns.parts),
      y: y + (room - height) / 2,
      height,
    };
    y += room + partGap;
    return { ...placed, ...(group.part && { part: group.part }) };
  });
  const height = y;

  const gaps = (hops.length - 1) * 24;
  let top = Math.max(head, (height - inner - gaps) / 2);
  const distances: SankeyNode[] = hops.map((distance) => {
    const share = sum(groups.map(({ shares }) => shares.get(distance) ?? 0));
    const placed = {
      key: `hops ${distance}`,
      title: distanceTitle(distance),
      severity: distance === null ? null : undefined,
      share,
      x: mirror(columns.hops),
      y: top,
      height: heightOf(share),
    };
    top += placed.height + 24;
    return placed;
  });
  const self: SankeyNode = {
    key: 'self',
    title: 'This address',
    severity: undefined,
    share: 1,
    x: mirror(columns.self),
    y: Math.max(head, (height - inner) / 2),
    height: inner,
  };
  const fullHeight = Math.max(height, top, self.y + self.height + 8);
  return {
    height: fullHeight,
    self,
    distances,
    parts,
    ribbons: ribbonsOf({ groups, self, distances, parts }, backward),
  };
}

function ribbonsOf(
  nodes: { groups: Group[]; self: SankeyNode; distances: SankeyNode[]; parts: SankeyNode[] },
  backward: boolean,
): SankeyRibbon[] {
  const { groups, self, distances, parts } = nodes;
  const ribbons: SankeyRibbon[] = [];
  const used = new Map<string, number>();
  const take = (node: SankeyNode, side: string, share: number) => {
    const key = `${node.key} ${side}`;
    const at = used.get(key) ?? 0;
    used.set(key, at + share);
    const height = node.share === 0 ? 0 : (node.height * share) / node.share;
    const y = node.y + (node.share === 0 ? 0 : (node.height * at) / node.share);
    const outward = side === 'out' ? !backward : backward;
    return { x: outward ? node.x + nodeWidth : node.x, y, height };
  };
  const join = (a: SankeyNode, b: SankeyNode, share: number, about: SankeyNode) => {
    const { severity, part } = about;
    const path = ribbonPath(take(a, 'out', share), take(b, 'in', share));
    ribbons.push({
      key: `${a.key} > ${b.key}`,
      from: a.key,
      to: b.key,
      share,
      severity,
      path,
      ...(part && { part }),
    });
  };
  for (const distance of distances) join(self, distance, distance.share, distance);
  groups.forEach((group, i) => {
    const part = parts[i];
    if (!part) return;
    for (const distance of distances) {
      const hops = distance.key === 'hops null' ? null : Number(distance.key.slice(5));
      const share = group.shares.get(hops);
      if (share !== undefined && share > 0) join(distance, part, share, part);
    }
  });
  return ribbons;
}

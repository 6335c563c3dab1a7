import type { Asset, Curve, Drawing } from '@hopscope/canvas';
import type { FallbackLogo } from '@hopscope/contract';

/** Hue of an entity type, named as in the page's colors; `ink` for illicit ones, which have none. */
export type Hue =
  | 'exchange'
  | 'custody'
  | 'mining'
  | 'payment'
  | 'defi'
  | 'mixing'
  | 'gambling'
  | 'ink'
  | 'other';

/** Drawn properties of a node. */
export interface RenderNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Below the node: a name, or the shortened address. */
  readonly title: string;
  /** Below that: the shortened address if there is a name. */
  readonly detail: string;
  /** In the node if its type is unknown: two letters, `?` for an unknown owner, or the number of folded nodes. */
  readonly letters: string;
  /** Drawing of its entity type; null: the type is unknown, or letters must show. */
  readonly icon: FallbackLogo | null;
  /** Entity whose logo replaces icon and letters once it is loaded; null: none. */
  readonly logo: string | null;
  readonly hue: Hue;
  /** 0 to 100; null: unknown. */
  readonly risk: number | null;
  /** Nodes that aren't addresses have no ring. */
  readonly ring: boolean;
  readonly traced: boolean;
  /** A folded group of nodes. */
  readonly folded: boolean;
  /** IDs of the nodes that a click on a folded service selects; null: a click selects the record of this ID. */
  readonly members: readonly string[] | null;
  /** Largest weight of its edges: nodes with more are named first. */
  readonly weight: number;
  readonly color: string | null;
}

/** A line between two nodes: one transfer, all of an asset, or a conversion. */
export interface RenderEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly curve: Curve;
  /** Offset from the straight line, for dragging an end. */
  readonly aside: number;
  /** Exact, smallest units. */
  readonly amount: bigint;
  /** What it became, of a conversion, which is dashed; null: transfers. */
  readonly became: { readonly amount: bigint; readonly asset: Pick<Asset, 'decimals' | 'symbol'> } | null;
  readonly asset: Pick<Asset, 'decimals' | 'symbol'>;
  /** Square root of its share of the largest amount of its asset, 0 to 1: for width and order only. */
  readonly weight: number;
  /** Higher risk band of its two ends, if that is a reason to look; null: neither end is known to be risky. */
  readonly risk: 'high' | 'medium' | null;
  readonly count: number;
  readonly color: string | null;
  /** Share of traced money, 0 to 1; null: not computed. */
  readonly share: number | null;
  /** IDs of its transfers, or of the conversion. */
  readonly connections: readonly string[];
}

/** A column of the ruler above the canvas. */
export interface RenderColumn {
  readonly x: number;
  /** Hops from the traced address; negative: upstream, toward the source of funds. */
  readonly hop: number;
}

/** Everything drawn of a document, in world pixels. */
export interface RenderModel {
  readonly nodes: readonly RenderNode[];
  readonly edges: readonly RenderEdge[];
  readonly drawings: readonly Drawing[];
  readonly columns: readonly RenderColumn[];
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Highlighted parts of a picture: selected nodes, edges, and drawings, and the edges on the path to them. */
export interface Emphasis {
  readonly chosen: ReadonlySet<string>;
  readonly strong: ReadonlySet<string>;
}

export const noEmphasis: Emphasis = { chosen: new Set(), strong: new Set() };
export const emptyRenderModel: RenderModel = { nodes: [], edges: [], drawings: [], columns: [] };

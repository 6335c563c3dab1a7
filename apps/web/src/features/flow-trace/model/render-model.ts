import type { Curve, Drawing } from '@hopscope/canvas';

/** The hue of an entity's kind, as the page's colors name it; `ink` for illicit ones, which have none. */
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

/** What is drawn of a node. */
export interface RenderNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Under the node: a name, or the shortened address. */
  readonly title: string;
  /** Below that: the shortened address where there is a name. */
  readonly detail: string;
  /** In the node: two letters, `?` where nobody is known, a number of folded nodes. */
  readonly letters: string;
  /** Entity whose logo stands in the place of the letters, once it is there; null: it has none. */
  readonly logo: string | null;
  readonly hue: Hue;
  /** 0 to 100; null: unknown. */
  readonly risk: number | null;
  /** Nodes that are no addresses have no ring. */
  readonly ring: boolean;
  readonly traced: boolean;
  /** A folded group of nodes. */
  readonly folded: boolean;
  readonly color: string | null;
}

/** What is drawn between two nodes: one transfer, or all of an asset. */
export interface RenderEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly curve: Curve;
  /** How far it stands aside of the straight way, for when an end is dragged. */
  readonly aside: number;
  readonly amount: string;
  readonly count: number;
  readonly color: string | null;
  /** Share of traced money, 0 to 1; null: nobody asked. */
  readonly share: number | null;
  /** Transfers in it. */
  readonly connections: readonly string[];
}

/** A column of the ruler above the canvas. */
export interface RenderColumn {
  readonly x: number;
  /** Hops from the traced address; negative: money came from there. */
  readonly hop: number;
}

/** Everything that is drawn of a document, in pixels of its world. */
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

/** What stands out of a picture: chosen nodes, edges and drawings, and the edges on the way to them. */
export interface Emphasis {
  readonly chosen: ReadonlySet<string>;
  readonly strong: ReadonlySet<string>;
}

export const noEmphasis: Emphasis = { chosen: new Set(), strong: new Set() };
export const emptyRenderModel: RenderModel = { nodes: [], edges: [], drawings: [], columns: [] };

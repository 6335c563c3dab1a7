/** Panels that open at the right of the canvas. */
export const flowPanels = ['tree', 'auto', 'path', 'time', 'owners', 'log', 'versions'] as const;
export type FlowPanel = (typeof flowPanels)[number];

/** What the address bar holds: the traced address, the node whose details are open, the panel. */
export interface CanvasRoute {
  /** Id of the document of the organization; not there: a new canvas. */
  readonly document?: string | undefined;
  /** Token of a link to that document. */
  readonly link?: string | undefined;
  /** Number of the version that is looked at. */
  readonly version?: number | undefined;
  readonly address?: string | undefined;
  /** Id of a node of the document. */
  readonly node?: string | undefined;
  readonly panel?: FlowPanel | undefined;
}

/** The address bar of a canvas that is new. */
export const nowhere = {
  address: undefined,
  node: undefined,
  panel: undefined,
  document: undefined,
  link: undefined,
  version: undefined,
} as const satisfies CanvasRoute;

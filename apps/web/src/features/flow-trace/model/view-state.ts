/** Panels at the right of the canvas. */
export const flowPanels = ['tree', 'auto', 'path', 'time', 'owners', 'log', 'versions'] as const;
export type FlowPanel = (typeof flowPanels)[number];

/** Parameters in the URL: the traced address, the node whose details are open, and the panel. */
export interface CanvasRoute {
  /** ID of the organization's document; undefined: a new canvas. */
  readonly document?: string | undefined;
  /** Token of a link to that document. */
  readonly link?: string | undefined;
  /** Number of the shown version. */
  readonly version?: number | undefined;
  readonly address?: string | undefined;
  /** ID of a node of the document. */
  readonly node?: string | undefined;
  readonly panel?: FlowPanel | undefined;
}

/** URL parameters of a new canvas. */
export const nowhere = {
  address: undefined,
  node: undefined,
  panel: undefined,
  document: undefined,
  link: undefined,
  version: undefined,
} as const satisfies CanvasRoute;

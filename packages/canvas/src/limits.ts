/** Numbers of FlowTrace. Lengths are pixels of the world at zoom 1, times milliseconds. */
export const limits = {
  zoomLeast: 0.25,
  zoomMost: 4,
  zoomIn: 1.1,
  zoomOut: 0.9,
  nodeRadius: 20,
  nodeHitRadius: 26,
  /** On the screen. */
  connectionTolerance: 8,
  parallelOffset: 50,
  /** New nodes left (or right) of their source. */
  columnWidth: 220,
  /** Between new nodes, from top to bottom. */
  rowHeight: 80,
  panelFetched: 20,
  panelShown: 15,
  traceFetched: 50,
  expandFetched: 100,
  tutorialSteps: 8,
  tutorialStepTime: 3000,
  copyFeedbackTime: 1200,
} as const;

/** Twelve colors for connections: the ten of charts, orange and grey. */
export const edgePalette = [
  '#416ee2',
  '#1d9fc3',
  '#71a00b',
  '#e762a2',
  '#9f7efe',
  '#ad7869',
  '#0f7404',
  '#9d4bb8',
  '#626484',
  '#bc2a5d',
  '#d9822b',
  '#8c95a3',
] as const;

/** Nine colors for drawing; the first is the default. */
export const drawingPalette = [
  '#d9822b',
  '#416ee2',
  '#e762a2',
  '#71a00b',
  '#1d9fc3',
  '#9f7efe',
  '#ad7869',
  '#bc2a5d',
  '#8c95a3',
] as const;

/** Orange. */
export const defaultDrawingColor = drawingPalette[0];

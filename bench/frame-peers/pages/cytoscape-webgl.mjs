import { drawWith } from './cytoscape.mjs';

export const draw = drawWith({ name: 'canvas', webgl: true });

import { graphOf } from './graph.mjs';

const libraries = {
  hopscope: () => import('./pages/hopscope.mjs'),
  cytoscape: () => import('./pages/cytoscape.mjs'),
  'cytoscape-webgl': () => import('./pages/cytoscape-webgl.mjs'),
  'react-flow': () => import('./pages/react-flow.mjs'),
  sigma: () => import('./pages/sigma.mjs'),
};

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const stage = document.getElementById('stage');
let drawn;

/** Returns the views: everything fitted, then zooming in to readable names, then panning. */
function viewsOf({ width, height }, each) {
  const whole = Math.min(1, 1440 / (width + 200), 900 / (height + 200));
  const at = (zoom, x, y) => ({ zoom, x: 720 - x * zoom, y: 450 - y * zoom });
  const steps = Array.from({ length: each }, (_, i) => (i + 1) / each);
  return [
    ...steps.map((t) => ({ part: 'pan of all', view: at(whole, width / 2 + (t * 200) / whole, height / 2) })),
    ...steps.map((t) => ({ part: 'zoom', view: at(whole ** (1 - t), width / 2, height / 2) })),
    ...steps.map((t) => ({ part: 'pan near', view: at(1, width / 2 + t * 800, height / 2 + t * 300) })),
  ];
}

window.frames_ = {
  async mount(library, count, each) {
    const graph = graphOf(count);
    const { draw } = await libraries[library]();
    const began = performance.now();
    drawn = await draw(stage, graph);
    await frame();
    await frame();
    return {
      milliseconds: performance.now() - began,
      views: viewsOf(graph, each),
      edges: graph.edges.length,
    };
  },
  /** Moves the view; resolves when the library has handled it. */
  async look(view) {
    drawn(view);
    await frame();
    await frame();
  },
};

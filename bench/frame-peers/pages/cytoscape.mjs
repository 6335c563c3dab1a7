import cytoscape from 'cytoscape';

/** Draws with Cytoscape.js and the options that its guide recommends for large graphs: no curves, no unreadable names. */
export function drawWith(renderer) {
  return async (stage, { nodes, edges }) => {
    const cy = cytoscape({
      container: stage,
      renderer,
      layout: { name: 'preset' },
      minZoom: 1e-4,
      maxZoom: 10,
      textureOnViewport: false,
      elements: [
        ...nodes.map(({ id, x, y, label }) => ({ data: { id, label }, position: { x, y } })),
        ...edges.map(({ id, from, to, label }) => ({
          data: { id: `e${id}`, source: from, target: to, label },
        })),
      ],
      style: [
        {
          selector: 'node',
          style: { label: 'data(label)', width: 40, height: 40, 'min-zoomed-font-size': 6, 'font-size': 12 },
        },
        {
          selector: 'edge',
          style: {
            label: 'data(label)',
            width: 1.5,
            'curve-style': 'straight',
            'target-arrow-shape': 'triangle',
            'min-zoomed-font-size': 6,
            'font-size': 11,
          },
        },
      ],
    });
    return ({ zoom, x, y }) => cy.viewport({ zoom, pan: { x, y } });
  };
}

export const draw = drawWith({ name: 'canvas' });

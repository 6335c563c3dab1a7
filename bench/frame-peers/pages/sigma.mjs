import { MultiDirectedGraph } from 'graphology';
import { Sigma } from 'sigma';

/** Draws with sigma.js and default options: names where there is room, arrows. */
export async function draw(stage, { nodes, edges }) {
  const graph = new MultiDirectedGraph();
  // Its y axis points up.
  for (const { id, x, y, label } of nodes) graph.addNode(id, { x, y: -y, label, size: 20 });
  for (const { id, from, to, label } of edges)
    graph.addEdgeWithKey(id, from, to, { label, size: 1.5, type: 'arrow' });
  const sigma = new Sigma(graph, stage, {
    itemSizesReference: 'positions',
    zoomToSizeRatioFunction: (ratio) => ratio,
    renderEdgeLabels: true,
    autoRescale: true,
    stagePadding: 0,
  });
  const camera = sigma.getCamera();
  const whole = sigma.getGraphToViewportRatio();
  return ({ zoom, x, y }) => {
    // The center of the screen in frame coordinates at ratio 1.
    const middle = { x: (720 - x) / zoom, y: -(450 - y) / zoom };
    const framed = sigma.viewportToFramedGraph(sigma.graphToViewport(middle));
    camera.setState({ x: framed.x, y: framed.y, ratio: whole / zoom, angle: 0 });
  };
}

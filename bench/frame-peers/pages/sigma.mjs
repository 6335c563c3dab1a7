import { MultiDirectedGraph } from 'graphology';
import { Sigma } from 'sigma';

/** sigma.js as it is by itself: names where there is room for them, arrows. */
export async function draw(stage, { nodes, edges }) {
  const graph = new MultiDirectedGraph();
  // Its y goes upward.
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
    // What is in the middle of the screen, by the places of its frame at ratio 1.
    const middle = { x: (720 - x) / zoom, y: -(450 - y) / zoom };
    const framed = sigma.viewportToFramedGraph(sigma.graphToViewport(middle));
    camera.setState({ x: framed.x, y: framed.y, ratio: whole / zoom, angle: 0 });
  };
}

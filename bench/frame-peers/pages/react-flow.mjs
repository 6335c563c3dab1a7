import '@xyflow/react/dist/style.css';
import { ReactFlow } from '@xyflow/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws with React Flow and its option for large graphs: only visible elements are in the page. */
export function draw(stage, { nodes, edges }) {
  return new Promise((resolve) => {
    createRoot(stage).render(
      createElement(ReactFlow, {
        defaultNodes: nodes.map(({ id, x, y, label }) => ({
          id,
          position: { x, y },
          data: { label },
          width: 120,
          height: 40,
          sourcePosition: 'right',
          targetPosition: 'left',
        })),
        defaultEdges: edges.map(({ id, from, to, label }) => ({ id, source: from, target: to, label })),
        onlyRenderVisibleElements: true,
        minZoom: 1e-4,
        maxZoom: 10,
        onInit: (flow) => resolve((view) => void flow.setViewport(view)),
      }),
    );
  });
}

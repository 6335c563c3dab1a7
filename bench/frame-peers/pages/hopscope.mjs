import '../../../apps/web/src/ui/tokens.css';
import { curveBetween } from '../../../packages/canvas/src/index.ts';
import { createScene } from '../../../apps/web/src/features/flow-trace/scene/create-scene.ts';

/** Draws the scene of FlowTrace, as on its page. */
export async function draw(stage, { nodes, edges }) {
  const canvas = document.createElement('canvas');
  stage.append(canvas);
  const scene = await createScene(canvas, { width: 1440, height: 900 }, () => {});
  const places = new Map(nodes.map((node) => [node.id, node]));
  scene.show(
    {
      nodes: nodes.map(({ id, x, y, label, risk }) => ({
        id,
        x,
        y,
        title: label,
        detail: '',
        letters: '?',
        logo: null,
        hue: 'other',
        risk,
        ring: true,
        traced: false,
        folded: false,
        color: null,
      })),
      edges: edges.map(({ id, from, to, label }) => ({
        id,
        from,
        to,
        curve: curveBetween(places.get(from), places.get(to), 0),
        aside: 0,
        amount: label,
        count: 1,
        color: null,
        share: null,
        connections: [id],
      })),
      drawings: [],
      columns: [],
    },
    { chosen: new Set(), strong: new Set() },
  );
  return (view) => scene.look(view);
}

import '../../../apps/web/src/ui/tokens.css';
import { curveBetween } from '../../../packages/canvas/src/index.ts';
import { createScene } from '../../../apps/web/src/features/flow-trace/scene/create-scene.ts';

/** Draws the scene of FlowTrace, as on its page. */
export async function draw(stage, { nodes, edges }) {
  stage.style.position = 'relative';
  const scene = await createScene(stage, { width: 1440, height: 900 }, { processor: true, onLate: () => {} });
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
        icon: null,
        weight: (risk % 10) / 10,
        logo: null,
        hue: 'other',
        risk,
        ring: true,
        traced: false,
        folded: false,
        members: null,
        color: null,
      })),
      edges: edges.map(({ id, from, to, label }, i) => ({
        id,
        from,
        to,
        curve: curveBetween(places.get(from), places.get(to), 0),
        aside: 0,
        amount: BigInt(Math.round(Number.parseFloat(label) * 1e8)),
        asset: { decimals: 8, symbol: 'BTC' },
        weight: Math.sqrt(((i % 97) + 1) / 97),
        risk: null,
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

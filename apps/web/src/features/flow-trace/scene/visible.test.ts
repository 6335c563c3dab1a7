import { curveBetween } from '@hopscope/canvas';
import { describe, expect, it } from 'vitest';
import { emptyRenderModel, type RenderEdge, type RenderNode } from '../model/render-model.ts';
import { paintNow } from './paint.ts';
import { edgesIn, highest, nodesIn, prepareBoxes } from './visible.ts';

function node(id: string, x: number, y: number): RenderNode {
  const rest = {
    title: id,
    detail: '',
    letters: '?',
    icon: null,
    logo: null,
    hue: 'other',
    risk: null,
  } as const;
  return {
    id,
    x,
    y,
    ...rest,
    ring: true,
    traced: false,
    folded: false,
    members: null,
    weight: 0,
    color: null,
  };
}
const nodes = [node('a', 0, 0), node('b', 1000, 0), node('c', 1000, 900)];
function edge(from: RenderNode, to: RenderNode): RenderEdge {
  const rest = {
    aside: 0,
    amount: 100_000_000n,
    became: null,
    asset: { decimals: 8, symbol: 'BTC' },
    weight: 1,
    risk: null,
    count: 1,
    color: null,
    share: null,
  } as const;
  const id = `${from.id}${to.id}`;
  return { id, from: from.id, to: to.id, curve: curveBetween(from, to), ...rest, connections: [id] };
}
const [a, b, c] = nodes as [RenderNode, RenderNode, RenderNode];
const model = { ...emptyRenderModel, nodes, edges: [edge(a, b), edge(b, c), edge(a, c)] };
const none = new Set<string>();

describe('visible parts of a picture', () => {
  it('includes edges that cross the area, though their ends are outside', () => {
    paintNow(prepareBoxes(model));
    const middle = { left: 400, top: -10, right: 600, bottom: 10 };
    expect(edgesIn(model, middle, none).map(({ id }) => id)).toEqual(['ab', 'ac']);
    expect(nodesIn(model, middle, none)).toEqual([]);
    expect(edgesIn(model, middle, new Set(['c'])).map(({ id }) => id)).toEqual(['ab']);
  });

  it('includes nodes whose rings reach into the area', () => {
    expect(nodesIn(model, { left: 30, top: 0, right: 90, bottom: 9 }, none).map(({ id }) => id)).toEqual([
      'a',
    ]);
    expect(nodesIn(model, { left: 40, top: 0, right: 90, bottom: 9 }, none)).toEqual([]);
  });

  it('ranks like sorting', () => {
    const numbers = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1009);
    expect(highest(numbers, 10, (one) => one)).toEqual(numbers.toSorted((x, y) => y - x).slice(0, 10));
    expect(highest([3, 3, 1], 5, (one) => one)).toEqual([3, 3, 1]);
  });
});

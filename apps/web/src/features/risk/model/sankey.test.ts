import type { RiskWalk } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { partsDrawn, sankeyOf } from './sankey.ts';

const exposure = (category: string, share: number, byHops: [number, string][]) =>
  ({
    category,
    categoryName: category,
    severity: 50,
    entity: null,
    amount: String(byHops.reduce((sum, [, amount]) => sum + BigInt(amount), 0n)),
    share,
    hops: byHops[0]?.[0] ?? 1,
    byHops: byHops.map(([hops, amount]) => ({ hops, amount })),
  }) as unknown as RiskWalk['exposures'][number];

const walk = (
  direction: RiskWalk['direction'],
  exposures: RiskWalk['exposures'],
  rests: RiskWalk['rests'] = [],
): RiskWalk => ({
  direction,
  total: '1000',
  exposures,
  rests,
  reads: 1,
  failed: null,
});

const picture = (given: RiskWalk) => {
  const made = sankeyOf(given, (part) => part.key);
  if (!made) throw new Error('There is no picture');
  return made;
};
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

it('shows all of a walk: what was not walked has its own way, and distances add up to everything', () => {
  const made = picture(
    walk(
      'forward',
      [
        exposure('mixer', 0.5, [
          [1, '300'],
          [3, '200'],
        ]),
        exposure('exchange', 0.3, [[1, '300']]),
      ],
      [{ reason: 'budget', amount: '200', share: 0.2 }],
    ),
  );
  expect(made.distances.map(({ title, share }) => [title, Number(share.toFixed(6))])).toEqual([
    ['direct', 0.6],
    ['3 hops', 0.2],
    ['not traced', 0.2],
  ]);
  expect(sum(made.parts.map(({ share }) => share))).toBeCloseTo(1, 9);
  expect(made.ribbons.filter(({ from }) => from === 'self').map(({ to }) => to)).toEqual(
    made.distances.map(({ key }) => key),
  );
  expect(made.ribbons.filter(({ part }) => part?.kind === 'rest').map(({ from }) => from)).toEqual([
    'hops null',
  ]);
});

it('lets money flow to the right: sources stand left of the address, destinations right', () => {
  const parts = [exposure('mixer', 1, [[1, '1000']])];
  const backward = picture(walk('backward', parts));
  const forward = picture(walk('forward', parts));
  expect(backward.parts[0]?.x).toBeLessThan(backward.self.x);
  expect(forward.parts[0]?.x).toBeGreaterThan(forward.self.x);
});

it('draws so many parts and puts the rest together; nodes do not overlap; nothing is no picture', () => {
  const many = Array.from({ length: 40 }, (_, i) => exposure(`c${i}`, (i + 1) / 820, [[1 + (i % 4), '10']]));
  const made = picture(walk('backward', many));
  expect(made.parts).toHaveLength(partsDrawn + 1);
  expect(made.parts.at(-1)?.title).toBe(`${40 - partsDrawn} smaller parts`);
  expect(sum(made.parts.map(({ share }) => share))).toBeCloseTo(1, 9);
  for (const nodes of [made.parts, made.distances])
    for (const [i, node] of nodes.entries()) {
      const next = nodes[i + 1];
      if (next) expect(node.y + node.height).toBeLessThanOrEqual(next.y);
      else expect(node.y + node.height).toBeLessThanOrEqual(made.height);
    }
  expect(sankeyOf(walk('backward', []), () => '')).toBeNull();
});

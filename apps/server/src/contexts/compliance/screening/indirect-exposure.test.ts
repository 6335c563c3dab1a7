import { describe, expect, test } from 'vitest';
import type { Scored } from '../../risk/scores/score.service.ts';
import { indirectExposureOf } from './indirect-exposure.ts';

/** A walk back that met as many entities at two hops, and somebody at one. */
function scoredWith(entities: number, change: { reason?: string; direction?: string; state?: string } = {}) {
  const { reason = 'hops', direction = 'backward', state = 'scored' } = change;
  const named = (i: number) => ({
    entity: { id: `e${String(i)}`, name: `Entity ${String(i)}` },
    category: 'exchange',
    hops: 2,
    direct: false,
    amount: BigInt(10 ** 6 - i),
    share: 1,
  });
  const nobody = { ...named(0), entity: null, category: 'unknown' };
  const near = { ...named(1_000), direct: true, hops: 1 };
  const exposures = [near, nobody, ...Array.from({ length: entities }, (_, i) => named(i))];
  return {
    walks: [{ direction, exposures, rests: [{ reason }] }],
    hidden: new Set(['e1']),
    record: { answer: { state } },
  } as unknown as Scored;
}

describe('Indirect exposure', () => {
  test('fifty are complete; of more than fifty, the largest are stored as incomplete', () => {
    expect(indirectExposureOf(scoredWith(50))).toMatchObject({ isComplete: true });
    const more = indirectExposureOf(scoredWith(51));
    expect(more?.isComplete).toBe(false);
    expect(more?.items).toHaveLength(50);
    expect(more?.items.slice(0, 2)).toMatchObject([
      { entity: { id: 'e0', hidden: false }, amount: '1000000', hops: 2 },
      { entity: { id: 'e1', hidden: true }, amount: '999999' },
    ]);
    expect(more?.items.some(({ entity }) => entity?.id === 'e50')).toBe(false);
  });

  test('what the walk could not look at leaves it open; without a walk back nothing is known', () => {
    expect(indirectExposureOf(scoredWith(1, { reason: 'dust' }))?.isComplete).toBe(true);
    expect(indirectExposureOf(scoredWith(1, { reason: 'budget' }))).toMatchObject({
      isComplete: false,
      items: [{ entity: { id: 'e0' } }],
    });
    expect(indirectExposureOf(scoredWith(1, { direction: 'forward' }))).toBeNull();
    expect(indirectExposureOf(scoredWith(1, { state: 'not_covered' }))).toBeNull();
  });
});

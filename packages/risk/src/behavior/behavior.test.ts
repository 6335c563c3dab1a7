import { describe, expect, test } from 'vitest';
import type { CategoryId } from '../categories/categories.ts';
import { defaultProfile } from '../profile/default-profile.ts';
import { findBehaviors } from './find-behaviors.ts';
import type { Conduct, Dealing, Finding, Party, Spending } from './rules.ts';

const hour = 3600;
const day = 24 * hour;

function party(address: string, categories: readonly CategoryId[] = [], dead: boolean | null = null): Party {
  const entity = categories.length > 0 ? { id: address, name: address } : null;
  return { owner: address, address, categories, entity, dead };
}

let number = 0;
function dealing(
  direction: Dealing['direction'],
  time: number,
  amount: bigint,
  ...parties: Party[]
): Dealing {
  number += 1;
  return { transaction: `t${number}`, time, direction, amount, parties, beside: [] };
}

function find(some: Partial<Conduct>, thresholds: readonly bigint[] = [1000n]): Finding[] {
  const conduct: Conduct = { dealings: [], spendings: [], complete: true, ...some };
  return findBehaviors(conduct, defaultProfile.behaviors, thresholds, (amount) => `${amount}`);
}
const ids = (found: readonly Finding[]): string[] => found.map(({ id }) => id);

describe('Rules of behavior', () => {
  test('of nothing find nothing', () => {
    expect(find({})).toEqual([]);
  });

  test('structuring: five payments just below a threshold within a week', () => {
    const some = [0, 1, 2, 3, 4].map((i) => dealing('in', i * day, 900n + BigInt(i)));
    const [found] = find({ dealings: some });
    // 5 of at least 5: half. 900 + 901 + 902 + 903 + 904.
    expect(found).toMatchObject({ id: 'structuring', intensity: 500_000 });
    expect(found?.traces).toHaveLength(5);
    expect(found?.text).toBe('5 payments received just below 1000 within 7 days, 4510 in total');
    // Four are too few, a threshold itself is not below it, four fifths are the lowest, eight days are too long.
    expect(find({ dealings: some.slice(1) })).toEqual([]);
    expect(find({ dealings: some.map((one) => ({ ...one, amount: 1000n })) })).toEqual([]);
    expect(ids(find({ dealings: some.map((one) => ({ ...one, amount: 800n })) }))).toEqual(['structuring']);
    expect(find({ dealings: some.map((one) => ({ ...one, amount: 799n })) })).toEqual([]);
    expect(find({ dealings: some.map((one, i) => ({ ...one, time: i * 2 * day })) })).toEqual([]);
    expect(find({ dealings: some }, [])).toEqual([]);
  });

  test('rapid movement: four fifths go on within an hour, first in first out', () => {
    const some = [
      dealing('in', 0, 100n),
      dealing('out', hour, 90n),
      dealing('in', day, 100n),
      // 10 of the first day, 90 of now.
      dealing('out', day + hour, 100n),
      dealing('in', 2 * day, 100n),
      dealing('out', 2 * day + 1, 60n),
    ];
    const [found] = find({ dealings: some }, []);
    // 90 + 90 + 50 of 300 are 76 %; the last out takes 10 of a day before first.
    expect(found).toBeUndefined();
    const more = [...some, dealing('out', 2 * day + hour, 40n)];
    // + 40: 270 of 300.
    expect(find({ dealings: more }, [])).toMatchObject([
      { id: 'rapid_movement', intensity: 900_000, text: '270 of 300 received was forwarded within an hour' },
    ]);
    expect(find({ dealings: more.slice(0, 4) }, [])).toEqual([]);
  });

  test('bridge hop: half goes into a bridge within a day', () => {
    const bridge = party('span', ['bridge']);
    const some = [dealing('in', 0, 100n), dealing('out', day, 50n, bridge)];
    expect(find({ dealings: some })).toMatchObject([{ id: 'bridge_hop', intensity: 500_000 }]);
    expect(find({ dealings: [dealing('in', 0, 100n), dealing('out', day, 49n, bridge)] })).toEqual([]);
    expect(find({ dealings: [dealing('in', 0, 100n), dealing('out', day + 1, 50n, bridge)] })).toEqual([]);
  });

  test('dormant, then active: only with the whole history', () => {
    const some = [
      dealing('in', 0, 100n),
      dealing('out', day, 20n),
      dealing('out', 366 * day, 30n),
      dealing('out', 373 * day, 30n),
      dealing('out', 374 * day, 10n),
    ];
    // 365 days of silence with 80 held, of which 60 leave within 7 days: 75 %.
    expect(find({ dealings: some })).toMatchObject([
      {
        id: 'dormant_then_active',
        intensity: 750_000,
        text: '60 of 80 sent within 7 days after 365 days of inactivity',
      },
    ]);
    expect(find({ dealings: some, complete: false })).toEqual([]);
    expect(find({ dealings: [...some.slice(0, 2), dealing('out', 365 * day, 60n)] })).toEqual([]);
  });

  test('round trips with somebody who is no service', () => {
    const friend = party('friend');
    const trips = (other: Party): Dealing[] => [
      dealing('out', 0, 100n, other),
      dealing('out', hour, 500n, other),
      dealing('in', day, 96n, other),
      dealing('in', 2 * day, 510n, other),
      dealing('in', 3 * day, 600n, other),
    ];
    expect(find({ dealings: trips(friend) }, [])).toMatchObject([
      {
        id: 'round_trip',
        intensity: 500_000,
        text: '2 payments returned by their recipients, 606 in total',
      },
    ]);
    expect(find({ dealings: trips(party('desk', ['exchange'])) }, [])).toEqual([]);
    expect(find({ dealings: trips(party('me', ['personal'])) }, [])).toHaveLength(1);
  });

  describe('peel chain: five steps that keep 85 %, each within two days, from a coin of the owner', () => {
    const step = (i: number, more: Partial<Spending> = {}, kept = 90n, away = 10n): Spending => ({
      transaction: `p${i}`,
      time: i * 2 * day,
      own: i === 1,
      spends: [{ id: `p${i - 1}:1`, amount: 100n, address: `a${i - 1}` }],
      pays: [
        { id: `p${i}:0`, amount: away, address: `shop${i}` },
        { id: `p${i}:1`, amount: kept, address: `a${i}` },
      ],
      ...more,
    });
    const chain = [3, 1, 5, 2, 4].map((i) => step(i));
    const with3 = (more: Partial<Spending>): Spending[] => [step(3, more), ...chain.slice(1)];

    test('is found in any order, and as long as it is', () => {
      const [found] = find({ spendings: chain });
      expect(found).toMatchObject({
        id: 'peel_chain',
        intensity: 500_000,
        text: '5 steps in quick succession with one large change output each, 50 peeled off',
      });
      expect(found?.traces.map(({ transaction }) => transaction)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
      const [longer] = find({ spendings: [...chain, ...[6, 7, 8].map((i) => step(i))] });
      expect(longer?.intensity).toBe(800_000);
    });

    test('is none of somebody else’s coins, and begins where the owner’s are spent', () => {
      expect(find({ spendings: chain.map((one) => ({ ...one, own: false })) })).toEqual([]);
      // Of six steps the owner's coin is spent in the second: five are left.
      const later = [...chain, step(6)].map((one) => ({ ...one, own: one.transaction === 'p2' }));
      expect(find({ spendings: later })[0]?.traces).toHaveLength(5);
    });

    test('is none where a step pays from several coins, keeps less, keeps its address or comes late', () => {
      const [two] = step(9).spends;
      expect(find({ spendings: with3({ spends: [...step(3).spends, ...(two ? [two] : [])] }) })).toEqual([]);
      expect(find({ spendings: [1, 2, 3, 4, 5].map((i) => step(i, {}, 84n, 16n)) })).toEqual([]);
      expect(find({ spendings: [1, 2, 3, 4, 5].map((i) => step(i, {}, 85n, 15n)) })).toHaveLength(1);
      const same = step(3).pays.map((paid) => ({ ...paid, address: 'a2' }));
      expect(find({ spendings: with3({ pays: same }) })).toEqual([]);
      expect(find({ spendings: with3({ time: 6 * day + 1 }) })).toEqual([]);
      expect(find({ spendings: chain.slice(0, 4) })).toEqual([]);
      // A ring, which no chain has, ends.
      const [, back] = step(2).pays;
      expect(find({ spendings: [step(1, { spends: back ? [back] : [] }), step(2)] })).toEqual([]);
    });
  });

  test('poisoning: a look-alike of who was paid before, with next to nothing', () => {
    const real = 'hs1qaaaaxxxxxxxxxxxxxxxxxxxxxxxxzzzz';
    const alike = 'hs1qaaaayyyyyyyyyyyyyyyyyyyyyyyyzzzz';
    const paid = dealing('out', 0, 1_000_000n, party(real));
    const dust = dealing('in', 1, 999n, party('spammer'));
    const beside = { ...dust, beside: [alike] };
    expect(find({ dealings: [paid, beside] })).toMatchObject([
      { id: 'poisoning', traces: [{ transaction: dust.transaction }] },
    ]);
    expect(find({ dealings: [paid, dealing('in', 1, 1n, party(alike))] })).toHaveLength(1);
    expect(find({ dealings: [paid, dust] })).toEqual([]);
    expect(find({ dealings: [beside, paid] })).toEqual([]);
    expect(find({ dealings: [paid, { ...beside, amount: 1000n }] }, [])).toEqual([]);
  });

  test('dealings with an entity that is gone', () => {
    const gone = party('Old Desk', ['exchange'], true);
    const some = [dealing('in', 0, 10n, gone), dealing('in', 1, 90n, party('x', [], false))];
    // 10 % of 25 %.
    expect(find({ dealings: some })).toMatchObject([
      { id: 'dead_entity', intensity: 400_000, text: '10 with Old Desk (defunct)' },
    ]);
  });
});

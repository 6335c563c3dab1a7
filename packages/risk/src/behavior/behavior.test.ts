import { describe, expect, test } from 'vitest';
import type { CategoryId } from '../categories/categories.ts';
import { defaultProfile } from '../profile/default-profile.ts';
import { findBehaviors } from './find-behaviors.ts';
import type { ObservedActivity, CounterpartyFlow, Finding, IssuerMeasure, Party, Spending } from './rules.ts';

const hour = 3600;
const day = 24 * hour;

function party(address: string, categories: readonly CategoryId[] = [], dead: boolean | null = null): Party {
  const entity = categories.length > 0 ? { id: address, name: address } : null;
  return { owner: address, address, categories, entity, dead, frozen: address.startsWith('frozen') };
}

let number = 0;
function flow(
  direction: CounterpartyFlow['direction'],
  time: number,
  amount: bigint,
  ...parties: Party[]
): CounterpartyFlow {
  number += 1;
  return { transaction: `t${number}`, time, direction, amount, parties, crossed: false, beside: [] };
}

function find(some: Partial<ObservedActivity>, thresholds: readonly bigint[] = [1000n]): Finding[] {
  const activity: ObservedActivity = { flows: [], spendings: [], complete: true, measures: [], ...some };
  return findBehaviors(activity, defaultProfile.behaviors, thresholds, (amount) => `${amount}`);
}
const ids = (found: readonly Finding[]): string[] => found.map(({ id }) => id);

describe('Rules of behavior', () => {
  test('of nothing find nothing', () => {
    expect(find({})).toEqual([]);
  });

  test('structuring: five payments just below a threshold within a week', () => {
    const some = [0, 1, 2, 3, 4].map((i) => flow('in', i * day, 900n + BigInt(i)));
    const [found] = find({ flows: some });
    // 5 of at least 5: half. 900 + 901 + 902 + 903 + 904.
    expect(found).toMatchObject({ id: 'structuring', intensity: 500_000 });
    expect(found?.traces).toHaveLength(5);
    expect(found?.text).toBe('5 payments received just below 1000 within 7 days, 4510 in total');
    // Four are too few, a threshold itself is not below it, four fifths are the lowest, eight days are too long.
    expect(find({ flows: some.slice(1) })).toEqual([]);
    expect(find({ flows: some.map((one) => ({ ...one, amount: 1000n })) })).toEqual([]);
    expect(ids(find({ flows: some.map((one) => ({ ...one, amount: 800n })) }))).toEqual(['structuring']);
    expect(find({ flows: some.map((one) => ({ ...one, amount: 799n })) })).toEqual([]);
    expect(find({ flows: some.map((one, i) => ({ ...one, time: i * 2 * day })) })).toEqual([]);
    expect(find({ flows: some }, [])).toEqual([]);
  });

  test('rapid movement: four fifths go on within an hour, first in first out', () => {
    const some = [
      flow('in', 0, 100n),
      flow('out', hour, 90n),
      flow('in', day, 100n),
      // 10 of the first day, 90 of now.
      flow('out', day + hour, 100n),
      flow('in', 2 * day, 100n),
      flow('out', 2 * day + 1, 60n),
    ];
    const [found] = find({ flows: some }, []);
    // 90 + 90 + 50 of 300 are 76%; the last out takes 10 of a day before first.
    expect(found).toBeUndefined();
    const more = [...some, flow('out', 2 * day + hour, 40n)];
    // + 40: 270 of 300.
    expect(find({ flows: more }, [])).toMatchObject([
      { id: 'rapid_movement', intensity: 900_000, text: '270 of 300 received was forwarded within an hour' },
    ]);
    expect(find({ flows: more.slice(0, 4) }, [])).toEqual([]);
  });

  test('bridge hop: half goes into a bridge within a day', () => {
    const bridge = party('span', ['bridge']);
    const some = [flow('in', 0, 100n), flow('out', day, 50n, bridge)];
    expect(find({ flows: some })).toMatchObject([{ id: 'bridge_hop', intensity: 500_000 }]);
    expect(find({ flows: [flow('in', 0, 100n), flow('out', day, 49n, bridge)] })).toEqual([]);
    // By what the contract of a bridge states, without a name in the directory.
    const unnamed = { ...flow('out', day, 50n, party('contract', [])), crossed: true };
    expect(find({ flows: [flow('in', 0, 100n), unnamed] })).toMatchObject([{ id: 'bridge_hop' }]);
    expect(find({ flows: [flow('in', 0, 100n), { ...unnamed, crossed: false }] })).toEqual([]);
    expect(find({ flows: [flow('in', 0, 100n), flow('out', day + 1, 50n, bridge)] })).toEqual([]);
  });

  test('dormant, then active: only with the whole history', () => {
    const some = [
      flow('in', 0, 100n),
      flow('out', day, 20n),
      flow('out', 366 * day, 30n),
      flow('out', 373 * day, 30n),
      flow('out', 374 * day, 10n),
    ];
    // 365 days of silence with 80 held, of which 60 leave within 7 days: 75%.
    expect(find({ flows: some })).toMatchObject([
      {
        id: 'dormant_then_active',
        intensity: 750_000,
        text: '60 of 80 sent within 7 days after 365 days of inactivity',
      },
    ]);
    expect(find({ flows: some, complete: false })).toEqual([]);
    expect(find({ flows: [...some.slice(0, 2), flow('out', 365 * day, 60n)] })).toEqual([]);
  });

  test('round trips with somebody who is no service', () => {
    const friend = party('friend');
    const trips = (other: Party): CounterpartyFlow[] => [
      flow('out', 0, 100n, other),
      flow('out', hour, 500n, other),
      flow('in', day, 96n, other),
      flow('in', 2 * day, 510n, other),
      flow('in', 3 * day, 600n, other),
    ];
    expect(find({ flows: trips(friend) }, [])).toMatchObject([
      {
        id: 'round_trip',
        intensity: 500_000,
        text: '2 payments returned by their recipients, 606 in total',
      },
    ]);
    expect(find({ flows: trips(party('desk', ['exchange'])) }, [])).toEqual([]);
    expect(find({ flows: trips(party('me', ['personal'])) }, [])).toHaveLength(1);
  });

  describe('peel chain: five steps that keep 85%, each within two days, from a coin of the owner', () => {
    const step = (i: number, more: Partial<Spending> = {}, remainder = 90n, away = 10n): Spending => ({
      transaction: `p${i}`,
      time: i * 2 * day,
      own: i === 1,
      spends: [{ id: `p${i - 1}:1`, amount: 100n, address: `a${i - 1}` }],
      pays: [
        { id: `p${i}:0`, amount: away, address: `shop${i}` },
        { id: `p${i}:1`, amount: remainder, address: `a${i}` },
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
    const paid = flow('out', 0, 1_000_000n, party(real));
    const dust = flow('in', 1, 999n, party('spammer'));
    const beside = { ...dust, beside: [alike] };
    expect(find({ flows: [paid, beside] })).toMatchObject([
      { id: 'poisoning', traces: [{ transaction: dust.transaction }] },
    ]);
    expect(find({ flows: [paid, flow('in', 1, 1n, party(alike))] })).toHaveLength(1);
    expect(find({ flows: [paid, dust] })).toEqual([]);
    expect(find({ flows: [beside, paid] })).toEqual([]);
    expect(find({ flows: [paid, { ...beside, amount: 1000n }] }, [])).toEqual([]);
  });

  test('dealings with an entity that is gone', () => {
    const gone = party('Old Desk', ['exchange'], true);
    const some = [flow('in', 0, 10n, gone), flow('in', 1, 90n, party('x', [], false))];
    // 10% of 25%.
    expect(find({ flows: some })).toMatchObject([
      { id: 'dead_entity', intensity: 400_000, text: '10 with Old Desk (defunct)' },
    ]);
  });

  test('transfers with accounts that an issuer has frozen', () => {
    const some = [flow('out', 0, 10n, party('frozen a')), flow('in', 1, 90n, party('x'))];
    expect(find({ flows: some })).toMatchObject([
      { id: 'frozen_party', intensity: 400_000, text: '10 with an account that an issuer has frozen' },
    ]);
    expect(find({ flows: [...some, flow('in', 2, 100n, party('frozen b'))] })).toMatchObject([
      { intensity: 1_000_000, text: '110 with 2 accounts that an issuer has frozen' },
    ]);
  });

  test('an issuer that froze the account, lifted it, or took the tokens', () => {
    const measure = (kind: IssuerMeasure['kind'], transaction: string): IssuerMeasure => ({
      kind,
      issuer: 'Issuer',
      token: 'XUSD',
      transaction,
    });
    const found = (...measures: IssuerMeasure[]) => find({ measures });
    expect(found(measure('frozen', 'a'))).toEqual([
      {
        id: 'frozen',
        intensity: 1_000_000,
        traces: [{ transaction: 'a', amount: 0n }],
        text: 'XUSD: frozen by Issuer',
      },
    ]);
    expect(found(measure('unfrozen', 'b'))).toMatchObject([
      { intensity: 300_000, text: 'XUSD: no longer frozen by Issuer' },
    ]);
    expect(found(measure('unfrozen', 'b'), measure('seized', 'a'))).toMatchObject([
      { intensity: 1_000_000, text: 'XUSD: seized by Issuer, and 1 more' },
    ]);
  });
});

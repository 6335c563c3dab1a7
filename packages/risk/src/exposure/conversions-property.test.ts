import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { names, walk } from './conversions.fixture.ts';
import { type SmallMovement, twoAssets } from './ledger.fixture.ts';
import { type Direction, type Lot, type LotConversion, taintMethods } from './types.ts';

const people = fc.constantFrom('self', 'pool', 'mixer', 'helper', 'bourse', 'thief');
const movementList = (asset: string) =>
  fc
    .array(fc.record({ from: people, to: people, amount: fc.bigInt(1n, 50n) }), { maxLength: 8 })
    .map((list): SmallMovement[] => [
      { id: `${asset}-in`, from: 'helper', to: 'self', amount: 100n },
      ...list.map((each, i) => ({ id: `${asset}${i}`, ...each })),
    ]);

test('amounts add up to the roots with any conversions, by every method, in both directions, and do not depend on the order', async () => {
  await fc.assert(
    fc.asyncProperty(
      movementList('coin'),
      movementList('token'),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.bigInt(50n, 300n)), { maxLength: 6 }),
      fc.constantFrom(...taintMethods),
      fc.constantFrom<Direction>('forward', 'backward'),
      fc.record({
        hops: fc.integer({ min: 0, max: 6 }),
        budget: fc.integer({ min: 0, max: 40 }),
        rounds: fc.integer({ min: 0, max: 12 }),
        minimum: fc.bigInt(0n, 30n),
      }),
      async (coins, tokens, picks, method, direction, limits) => {
        const { coin, other } = twoAssets(coins, tokens, names);
        const ids = [...coins, ...tokens].map(({ id }) => id);
        const idOf = (pick: number): string => ids[pick % ids.length] ?? '';
        const assetOf = (id: string): string => (id.startsWith('coin') ? 'coin' : 'token');
        const conversions = Object.fromEntries(
          picks.flatMap(([from, to, more, total]): [string, LotConversion][] => {
            const [id, asset] = [idOf(from), assetOf(idOf(from))];
            const crossing = total % 2n === 0n ? { crossing: 0 } : {};
            const others = [other(idOf(to)), other(idOf(more))].map((each) => ({ ...each, ...crossing }));
            // Less comes back of the same asset than was given.
            const same = others.reduce((sum, each) => (each.asset === asset ? sum + each.amount : sum), 0n);
            // Every third is a link through a mixer: a part of the same asset, and the rest stays there.
            const [linked] = others;
            if (total % 3n === 0n && linked?.asset === asset) {
              const amount = linked.amount < total ? linked.amount : total;
              const side = { lot: linked.lot, asset, amount, odds: 500_000 };
              return [[id, { asset, basis: 'claimed', total, others: [side], unlinked: total - amount }]];
            }
            const became = others.some((each) => each.asset !== asset);
            return became && same < total ? [[id, { asset, basis: 'exact', total, others }]] : [];
          }),
        );
        const roots = coin.receipts('self');
        const ask = async (asked: readonly Lot[]) =>
          walk(coin, asked, conversions, { direction, method, limits });
        const result = await ask(roots);
        const sum = (amounts: readonly { amount: bigint }[]) =>
          amounts.reduce((all, { amount }) => all + amount, 0n);
        expect(result.total).toBe(sum(roots));
        expect(sum(result.exposures) + sum(result.rests)).toBe(sum(roots));
        for (const { amount, byHops, path } of result.exposures) {
          expect(sum(byHops)).toBe(amount);
          expect(path.length).toBeGreaterThan(0);
        }
        expect(await ask(roots.toReversed())).toEqual(result);
      },
    ),
    propertyRuns(150),
  );
});

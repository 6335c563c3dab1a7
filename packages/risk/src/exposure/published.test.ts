import { describe, expect, test } from 'vitest';
import { back, backEth, mint } from './graphs.fixture.ts';
import { type SmallLabels, type SmallMovement, type SmallTransaction } from './ledger.fixture.ts';

describe('Published examples of taint methods', () => {
  // Anderson, Shumailov, Ahmed, "Making Bitcoin Legal" (2018): ten coins, of which three are stolen and came first, are sent on
  // together. FIFO: the first three out are the stolen ones. Haircut: each coin is 30% stolen. Poison: every coin is stolen.
  const clean = mint('clean', 'good', 7n);
  const stolen = mint('theft', 'thief', 3n);
  const propagate: SmallTransaction = {
    id: 'mix',
    spends: ['theft:0', 'clean:0'],
    pays: [
      ['self', 3n],
      ['other', 7n],
    ],
  };
  const names: SmallLabels = { labels: { thief: 'stolen', good: 'exchange' } };

  test('the first three of ten coins: FIFO has all three stolen, LIFO none', async () => {
    expect(await back('fifo', [stolen, clean, propagate], names)).toEqual(['stolen THIEF 3 @1']);
    // The last seven in leave first: the first three out are of them.
    expect(await back('lifo', [stolen, clean, propagate], names)).toEqual(['exchange GOOD 3 @1']);
  });

  test('ten coins to one address: haircut has three of ten stolen, poison all', async () => {
    const all = { ...propagate, pays: [['self', 10n]] } as const;
    expect(await back('haircut', [stolen, clean, all], names)).toEqual([
      'exchange GOOD 7 @1',
      'stolen THIEF 3 @1',
    ]);
    expect(await back('poison', [stolen, clean, all], names)).toEqual(['stolen THIEF 10 @1']);
  });

  test("Clayton's case (1816) with an account: withdrawals are drawn against the first deposits", async () => {
    // S gets 5 stolen, then 5 clean, pays 5 away, then 5 to self. FIFO: the first payment had the stolen ones. LIFO: the second.
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 's', amount: 5n },
      { id: 'b', from: 'good', to: 's', amount: 5n },
      { id: 'c', from: 's', to: 'shop', amount: 5n },
      { id: 'd', from: 's', to: 'self', amount: 5n },
    ];
    expect(await backEth('fifo', movements, names)).toEqual(['exchange GOOD 5 @2']);
    expect(await backEth('lifo', movements, names)).toEqual(['stolen THIEF 5 @2']);
    // Half of each: shop gets floor(5·5/10) = 2 of the thief's and 3 of the good ones, so 3 and 2 are left for self.
    expect(await backEth('haircut', movements, names)).toEqual(['stolen THIEF 3 @2', 'exchange GOOD 2 @2']);
    expect(await backEth('poison', movements, names)).toEqual(['stolen THIEF 5 @2']);
  });

  test('haircut over two transactions dilutes (Möser, Böhme, Breuker 2014): half, then a quarter', async () => {
    const graph = [
      mint('t', 'thief', 40n),
      mint('g1', 'good', 40n),
      mint('g2', 'good', 80n),
      { id: 'm1', spends: ['t:0', 'g1:0'], pays: [['x', 80n]] },
      { id: 'm2', spends: ['m1:0', 'g2:0'], pays: [['self', 160n]] },
    ] satisfies SmallTransaction[];
    // 160 = 80 of x (40 stolen, 40 good at two hops) + 80 good at one hop.
    expect(await back('haircut', graph, names)).toEqual([
      'exchange GOOD 80 @1',
      'stolen THIEF 40 @2',
      'exchange GOOD 40 @2',
    ]);
    expect(await back('poison', graph, names)).toEqual(['stolen THIEF 160 @2']);
  });
});

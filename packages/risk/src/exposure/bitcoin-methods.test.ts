import { describe, expect, test } from 'vitest';
import { back, ahead, lines, mint, walk } from './graphs.fixture.ts';
import { type SmallLabels, type SmallTransaction, smallBitcoin } from './ledger.fixture.ts';

describe('Bitcoin by every method, by hand', () => {
  const names: SmallLabels = {
    labels: { thief: 'stolen', shop: 'exchange', dice: 'gambling', mixer: 'mixer' },
  };

  test('forward: which units went where, first in first out and last in first out', async () => {
    // self gets 30 (r:0), pays them with 70 of x: 40 to dice, 50 to shop, 10 fee.
    const graph = [
      mint('g', 'shop', 30n),
      mint('x', 'x', 70n),
      { id: 'r', spends: ['g:0'], pays: [['self', 30n]] },
      {
        id: 'p',
        spends: ['r:0', 'x:0'],
        pays: [
          ['dice', 40n],
          ['shop', 50n],
        ],
      },
    ] satisfies SmallTransaction[];
    // FIFO: the 30 are the first of dice's 40.
    expect(await ahead('fifo', graph, names)).toEqual(['gambling DICE 30 @1']);
    // LIFO: x's 70 leave first (40 to dice, 30 to shop), then self's: 20 to shop, 10 to the fee.
    expect(await ahead('lifo', graph, names)).toEqual(['exchange SHOP 20 @1', 'fee 10 @1']);
    // Haircut: dice takes floor(40·30/100) = 12 of 30; of what is left (18 and 42) shop takes floor(50·18/60) = 15; 3 for the fee.
    expect(await ahead('haircut', graph, names)).toEqual([
      'exchange SHOP 15 @1',
      'gambling DICE 12 @1',
      'fee 3 @1',
    ]);
    // Poison: gambling is the gravest that any of it reaches.
    expect(await ahead('poison', graph, names)).toEqual(['gambling DICE 30 @1']);
  });

  test('the fee is served last: FIFO gives the miner what came last (TaintChain)', async () => {
    const graph = [
      mint('a', 'shop', 5n),
      mint('t', 'thief', 5n),
      { id: 'p', spends: ['a:0', 't:0'], pays: [['self', 7n]] },
    ] satisfies SmallTransaction[];
    // 5 of the shop's, 2 of the thief's; the other 3 are the fee.
    expect(await back('fifo', graph, names)).toEqual(['exchange SHOP 5 @1', 'stolen THIEF 2 @1']);
    expect(await back('lifo', graph, names)).toEqual(['stolen THIEF 5 @1', 'exchange SHOP 2 @1']);
  });

  test('one lot at different hops: both ways count, each with its own', async () => {
    const graph = [
      mint('t', 'thief', 100n),
      { id: 'p', spends: ['t:0'], pays: [['a', 100n]] },
      {
        id: 'q',
        spends: ['p:0'],
        pays: [
          ['self', 60n],
          ['b', 40n],
        ],
      },
      { id: 'r', spends: ['q:1'], pays: [['self', 40n]] },
    ] satisfies SmallTransaction[];
    // 60 by a (two hops), 40 by b and a (three hops).
    expect(await back('haircut', graph, names)).toEqual(['stolen THIEF 60 @2', 'stolen THIEF 40 @3']);
    expect(await back('poison', graph, names)).toEqual(['stolen THIEF 60 @2', 'stolen THIEF 40 @3']);
    // With two hops the second way is not walked to its end.
    expect(await back('haircut', graph, names, { hops: 2 })).toEqual(['stolen THIEF 60 @2', 'hops 40']);
  });

  test('a mixer ends a walk; poison takes the gravest, and what is open before what is harmless', async () => {
    const graph = [
      mint('m', 'mixer', 1n),
      mint('s', 'shop', 98n),
      mint('o', 'o', 1n),
      { id: 'y', spends: ['o:0'], pays: [['y', 1n]] },
      { id: 'p', spends: ['m:0', 's:0', 'y:0'], pays: [['self', 100n]] },
    ] satisfies SmallTransaction[];
    expect(await back('poison', graph, names)).toEqual(['mixer MIXER 100 @1']);
    const open = graph.map((one) => (one.id === 'm' ? mint('m', 'shop', 1n) : one));
    expect(await back('poison', open, names, { hops: 1 })).toEqual(['hops 100']);
    expect(await back('poison', open, names)).toEqual(['exchange SHOP 100 @1']);
  });

  test('a label of another address of the cluster counts for all of it', async () => {
    const graph = [
      mint('t', 'c1', 10n),
      { id: 'p', spends: ['t:0'], pays: [['self', 10n]] },
    ] satisfies SmallTransaction[];
    const clusters = { c1: 'shop-cluster', c2: 'shop-cluster' };
    expect(await back('fifo', graph, { labels: { c1: 'exchange' }, clusters })).toEqual([
      'exchange C1 10 @1',
    ]);
    // A cluster is no stop for itself.
    const own = { c1: 'me', self: 'me' };
    const result = await walk(smallBitcoin(graph, { clusters: own }), 'fifo', 'backward', {}, 'me');
    expect(lines(result)).toEqual(['mined 10 @1']);
  });
});

import { describe, expect, test } from 'vitest';
import { back, ahead, lines, mint, walk } from './graphs.fixture.ts';
import { type SmallLabels, type SmallTransaction, smallBitcoin } from './ledger.fixture.ts';

describe('Bitcoin, by hand', () => {
  const names: SmallLabels = { labels: { thief: 'stolen', shop: 'exchange', market: 'darknet_market' } };
  const theft = mint('theft', 'thief', 100n);

  test('fees: outputs are served first with FIFO, and take their part with haircut', async () => {
    // 100 in, 60 to self, 30 to x, 10 fee: self has 60 of the thief's either way.
    const pay: SmallTransaction = {
      id: 'p',
      spends: ['theft:0'],
      pays: [
        ['self', 60n],
        ['x', 30n],
      ],
    };
    expect(await back('haircut', [theft, pay], names)).toEqual(['stolen THIEF 60 @1']);
    // Forward from x as self: 30, all held.
    expect(lines(await walk(smallBitcoin([theft, pay], names), 'fifo', 'forward', {}, 'x'))).toEqual([
      'unspent 30 @0',
    ]);
  });

  test('forward: what was received went to a service, to fees, and is partly still held as change', async () => {
    const graph = [
      theft,
      { id: 'p', spends: ['theft:0'], pays: [['self', 100n]] },
      {
        id: 'q',
        spends: ['p:0'],
        pays: [
          ['shop', 50n],
          ['self', 40n],
        ],
      },
    ] satisfies SmallTransaction[];
    expect(await ahead('haircut', graph, names)).toEqual([
      'exchange SHOP 50 @1',
      'unspent 40 @0',
      'fee 10 @1',
    ]);
    expect(await ahead('poison', graph, names)).toEqual(['exchange SHOP 100 @1']);
  });

  test('newly mined coins are an origin of their own', async () => {
    expect(await back('haircut', [mint('cb', 'self', 50n)], {})).toEqual(['mined 50 @1']);
    const graph = [
      mint('cb', 'pool', 50n),
      { id: 'p', spends: ['cb:0'], pays: [['self', 50n]] },
    ] satisfies SmallTransaction[];
    expect(await back('haircut', graph, {})).toEqual(['mined 50 @2']);
  });

  test('an input that the ledger does not hold: unknown, not guessed', async () => {
    const graph = [
      theft,
      {
        id: 'p',
        spends: ['theft:0', '?'],
        pays: [
          ['x', 60n],
          ['self', 70n],
        ],
      },
    ] satisfies SmallTransaction[];
    // Nobody knows how much the other input has, so no proportion holds.
    expect(await back('haircut', graph, names)).toEqual(['not_in_ledger 70']);
    // FIFO: x has the first 60 of the thief's 100, self the other 40; what comes after is of the unknown input.
    expect(await back('fifo', graph, names)).toEqual(['stolen THIEF 40 @1', 'not_in_ledger 30']);
    // LIFO: the unknown input leaves first and nobody knows when it ends.
    expect(await back('lifo', graph, names)).toEqual(['not_in_ledger 70']);
    // Poison: the thief is reached, and that is graver than not knowing.
    expect(await back('poison', graph, names)).toEqual(['stolen THIEF 70 @1']);
  });

  test('a CoinJoin is where a walk ends, in both directions', async () => {
    const graph = [
      theft,
      mint('g', 'shop', 100n),
      {
        id: 'cj',
        spends: ['theft:0', 'g:0'],
        pays: [
          ['self', 100n],
          ['y', 100n],
        ],
        coinJoin: true,
      },
      { id: 'q', spends: ['cj:0'], pays: [['z', 100n]] },
      { id: 'cj2', spends: ['q:0'], pays: [['w', 100n]], coinJoin: true },
    ] satisfies SmallTransaction[];
    expect(await back('haircut', graph, names)).toEqual(['coinjoin 100 @1']);
    expect(await ahead('fifo', graph, names)).toEqual(['coinjoin 100 @2']);
  });

  test('change within a cluster is no hop', async () => {
    const graph = [
      theft,
      { id: 'p', spends: ['theft:0'], pays: [['a1', 100n]] },
      {
        id: 'q',
        spends: ['p:0'],
        pays: [
          ['x', 20n],
          ['a2', 80n],
        ],
      },
      { id: 'r', spends: ['q:1'], pays: [['self', 80n]] },
    ] satisfies SmallTransaction[];
    // a1 and a2 are one owner: self ← a (1 hop) ← thief (2 hops). As separate owners it would be 3.
    const clusters = { a1: 'a', a2: 'a' };
    expect(await back('haircut', graph, { ...names, clusters })).toEqual(['stolen THIEF 80 @2']);
    expect(await back('haircut', graph, names)).toEqual(['stolen THIEF 80 @3']);
    expect(await back('haircut', graph, { ...names, clusters }, { hops: 2 })).toEqual(['stolen THIEF 80 @2']);
    expect(await back('haircut', graph, names, { hops: 2 })).toEqual(['hops 80']);
  });

  test('own change is no receipt, and what comes back from others is walked through', async () => {
    const graph = [
      theft,
      { id: 'p', spends: ['theft:0'], pays: [['self', 100n]] },
      {
        id: 'q',
        spends: ['p:0'],
        pays: [
          ['x', 30n],
          ['self', 70n],
        ],
      },
      { id: 'r', spends: ['q:0'], pays: [['self', 30n]] },
    ] satisfies SmallTransaction[];
    // A cycle: received 100 from the thief, and 30 back from x, that were the thief's: 100 at one hop, 30 at three.
    expect(await back('haircut', graph, names)).toEqual(['stolen THIEF 100 @1', 'stolen THIEF 30 @3']);
    // Forward the same 130 are followed: 100 leave 70 as change and 30 to x, which come back; held in the end. 30 received: held.
    expect(await ahead('haircut', graph, names)).toEqual(['unspent 100 @0', 'unspent 30 @2']);
  });

  test('ways that meet are one', async () => {
    // s splits 100 into a and b, both pay c together, c pays self: c's lot comes from two lots of s' transaction.
    const graph = [
      theft,
      { id: 's', spends: ['theft:0'], pays: [['s', 100n]] },
      {
        id: 'ab',
        spends: ['s:0'],
        pays: [
          ['a', 40n],
          ['b', 60n],
        ],
      },
      { id: 'c', spends: ['ab:0', 'ab:1'], pays: [['c', 100n]] },
      { id: 'd', spends: ['c:0'], pays: [['self', 100n]] },
    ] satisfies SmallTransaction[];
    const ledger = smallBitcoin(graph, names);
    const result = await walk(ledger, 'haircut', 'backward');
    expect(lines(result)).toEqual(['stolen THIEF 100 @4']);
    // d:0, c:0, ab:1 (60), ab:0 (40), s:0 once.
    expect(ledger.read).toEqual(['d:0', 'c:0', 'ab:1', 'ab:0', 's:0']);
    // The way of the largest part goes through b.
    expect(
      result.exposures[0]?.path.map(
        ({ transaction, address, amount }) => `${transaction} ${address} ${amount}`,
      ),
    ).toEqual(['d c 100', 'c b 60', 'ab s 60', 's thief 100']);
  });

  test('which units of a lot: FIFO goes on with those that are asked for', async () => {
    // m: market's 10, then thief's 10 of 100... x gets units 0–9 (market), self 10–14 (thief), the rest to y.
    const graph = [
      mint('m', 'market', 10n),
      theft,
      { id: 'j', spends: ['m:0', 'theft:0'], pays: [['k', 110n]] },
      {
        id: 'l',
        spends: ['j:0'],
        pays: [
          ['x', 8n],
          ['self', 7n],
          ['y', 95n],
        ],
      },
    ] satisfies SmallTransaction[];
    // Units 8 to 14 of k's: 8 and 9 are the market's, 10 to 14 the thief's.
    expect(await back('fifo', graph, names)).toEqual(['stolen THIEF 5 @2', 'darknet_market MARKET 2 @2']);
    // LIFO twice: x takes k's units 102–109, self 95–101; k's unit n was the (110 − n)th to leave, the thief's come first
    // (units 0–99 of k are the thief's reversed), 100–109 the market's: 95–99 thief, 100–101 market.
    expect(await back('lifo', graph, names)).toEqual(['stolen THIEF 5 @2', 'darknet_market MARKET 2 @2']);
    // Haircut: x takes 8·10/110 = 0 of the market's (cumulated, rounded down) and 8 of the thief's... k is one lot: self's 7
    // of 110 are cut by its links 10 and 100: floor(7·10/110) = 0 and 7.
    expect(await back('haircut', graph, names)).toEqual(['stolen THIEF 7 @2']);
  });

  test('budget: the largest lots first, what is left is said', async () => {
    const graph = [
      theft,
      mint('m', 'market', 50n),
      { id: 'a', spends: ['theft:0'], pays: [['a', 100n]] },
      { id: 'b', spends: ['m:0'], pays: [['b', 50n]] },
      { id: 'p', spends: ['a:0'], pays: [['self', 100n]] },
      { id: 'q', spends: ['b:0'], pays: [['self', 50n]] },
    ] satisfies SmallTransaction[];
    // Two roots; each needs two look-ups.
    expect(await back('haircut', graph, names, { budget: 1 })).toEqual(['budget 150']);
    expect(await back('haircut', graph, names, { budget: 3 })).toEqual(['stolen THIEF 100 @2', 'budget 50']);
    expect(await back('haircut', graph, names, { budget: 4 })).toEqual([
      'stolen THIEF 100 @2',
      'darknet_market MARKET 50 @2',
    ]);
    expect(await back('haircut', graph, names, { rounds: 1 })).toEqual(['rounds 150']);
    expect(await back('haircut', graph, names, { hops: 1 })).toEqual(['hops 150']);
  });

  test('dust: too little is not followed, but a label that is met counts', async () => {
    const graph = [
      theft,
      mint('m', 'market', 2n),
      mint('o', 'o', 3n),
      { id: 'x', spends: ['o:0'], pays: [['x', 3n]] },
      { id: 'p', spends: ['theft:0', 'm:0', 'x:0'], pays: [['self', 105n]] },
    ] satisfies SmallTransaction[];
    expect(await back('haircut', graph, names, { minimum: 10n })).toEqual([
      'stolen THIEF 100 @1',
      'darknet_market MARKET 2 @1',
      'dust 3',
    ]);
  });

  test('a doubtful label does not count, a private wallet’s does not stop', async () => {
    const graph = [
      theft,
      { id: 'p', spends: ['theft:0'], pays: [['friend', 100n]] },
      { id: 'q', spends: ['p:0'], pays: [['self', 100n]] },
    ] satisfies SmallTransaction[];
    const labels = { thief: 'stolen', friend: 'personal' } as const;
    expect(await back('haircut', graph, { labels })).toEqual(['stolen THIEF 100 @2']);
    // Without the label, the walk ends where the thief's coins were mined.
    expect(await back('haircut', graph, { labels, confidence: 40 })).toEqual(['mined 100 @3']);
  });

  test('outputs without an address and of nothing', async () => {
    const graph = [
      theft,
      {
        id: 'p',
        spends: ['theft:0'],
        pays: [
          ['-', 0n],
          ['self', 60n],
          ['-', 40n],
        ],
      },
    ] satisfies SmallTransaction[];
    expect(await back('fifo', graph, names)).toEqual(['stolen THIEF 60 @1']);
    expect(await ahead('fifo', graph, names)).toEqual(['unspent 60 @0']);
  });

  test('rounding: three parts of ten add up, in both directions', async () => {
    const graph = [
      mint('a', 'thief', 1n),
      mint('b', 'market', 1n),
      mint('c', 'shop', 1n),
      {
        id: 'p',
        spends: ['a:0', 'b:0', 'c:0'],
        pays: [
          ['self', 2n],
          ['z', 1n],
        ],
      },
    ] satisfies SmallTransaction[];
    // floor(2·1/3) = 0, floor(2·2/3) − 0 = 1, 2 − 1 = 1.
    expect(await back('haircut', graph, names)).toEqual(['darknet_market MARKET 1 @1', 'exchange SHOP 1 @1']);
    const result = await walk(smallBitcoin(graph, names), 'haircut', 'backward');
    expect(result.exposures.map(({ share }) => share)).toEqual([500_000, 500_000]);
  });
});

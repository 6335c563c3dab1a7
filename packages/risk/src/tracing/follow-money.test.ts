import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { smallBitcoin } from '../exposure/ledger.fixture.ts';
import { type Direction, type TaintMethod, taintMethods } from '../exposure/types.ts';
import type { FollowLimits } from './follow-types.ts';
import { follow } from './follow.fixture.ts';

const reported = ({ steps, stops }: Awaited<ReturnType<typeof follow>>): string[] => [
  ...steps.map(({ from, to, amount, hops }) => `${from.address}>${to.address} ${amount} @${hops}`),
  ...stops.map(({ owner, reason, amount }) => `${reason} ${owner?.address ?? '-'} ${amount}`),
];

test('money is followed from address to address to where it lies, with the fee, and change is no step', async () => {
  const ledger = smallBitcoin(
    [
      { id: 'm', spends: [], pays: [['mine', 100n]] },
      { id: 'theft', spends: ['m:0'], pays: [['thief', 100n]] },
      {
        id: 'split',
        spends: ['theft:0'],
        pays: [
          ['left', 60n],
          ['thief', 38n],
        ],
      },
      { id: 'sale', spends: ['split:0'], pays: [['bourse', 59n]] },
    ],
    { labels: { bourse: 'exchange' } },
  );
  expect(reported(await follow(ledger, ['thief']))).toEqual([
    'thief>left 60 @1',
    'left>bourse 59 @2',
    'fee - 2',
    'unspent thief 38',
    'fee - 1',
    'service bourse 59',
  ]);
  expect(
    reported(await follow(ledger, ['bourse'], { direction: 'backward', stopAt: () => undefined })),
  ).toEqual(['left>bourse 59 @1', 'thief>left 59 @2', 'mine>thief 59 @3', 'mined mine 59']);
});

test('what bounds leave is told with its reason: hops, nodes, reads, minimum, largest so many', async () => {
  const chain = smallBitcoin([
    { id: 'm', spends: [], pays: [['mine', 1000n]] },
    { id: 'a', spends: ['m:0'], pays: [['a', 1000n]] },
    {
      id: 'b',
      spends: ['a:0'],
      pays: [
        ['b', 600n],
        ['c', 399n],
        ['d', 1n],
      ],
    },
    { id: 'e', spends: ['b:0'], pays: [['e', 600n]] },
  ]);
  const reasons = async (limits: Partial<FollowLimits>) => {
    const { stops, result } = await follow(chain, ['a'], { limits });
    return [
      result.reason,
      ...stops.map(({ reason, owner, amount }) => `${reason} ${owner?.address} ${amount}`),
    ];
  };
  expect(await reasons({ hops: 1 })).toEqual(['hops', 'unspent c 399', 'unspent d 1', 'hops b 600']);
  expect(await reasons({ nodes: 2 })).toEqual(['nodes', 'nodes a 399', 'nodes a 1', 'nodes b 600']);
  expect(await reasons({ reads: 1 })).toEqual(['reads', 'reads b 600', 'reads c 399', 'reads d 1']);
  expect(await reasons({ minimumShare: 2000 })).toContain('minimum a 1');
  expect(await reasons({ top: 1 })).toEqual(['done', 'top a 399', 'top a 1', 'unspent e 600']);
});

test('two ways that meet at one output bring no more on than it holds', async () => {
  const ledger = smallBitcoin([
    { id: 'm', spends: [], pays: [['mine', 1000n]] },
    { id: 'theft', spends: ['m:0'], pays: [['thief', 874n]] },
    {
      id: 'split',
      spends: ['theft:0'],
      pays: [
        ['friend', 437n],
        ['thief', 437n],
      ],
    },
    { id: 'meet', spends: ['split:0', 'split:1'], pays: [['hub', 874n]] },
    {
      id: 'halves',
      spends: ['meet:0'],
      pays: [
        ['left', 437n],
        ['right', 437n],
      ],
    },
  ]);
  const { steps } = await follow(ledger, ['thief']);
  const came = (address: string) =>
    steps.filter(({ to }) => to.address === address).reduce((sum, { amount }) => sum + amount, 0n);
  expect([came('left'), came('right')]).toEqual([437n, 437n]);
});

test('who is no longer asked reads no further', async () => {
  const ledger = smallBitcoin([
    { id: 'm', spends: [], pays: [['mine', 9n]] },
    { id: 'a', spends: ['m:0'], pays: [['a', 9n]] },
    { id: 'b', spends: ['a:0'], pays: [['b', 9n]] },
    { id: 'c', spends: ['b:0'], pays: [['c', 9n]] },
  ]);
  const gone = new AbortController();
  const reader = {
    read: async (...asked: Parameters<typeof ledger.reader.read>) => {
      gone.abort(new Error('gone'));
      return ledger.reader.read(...asked);
    },
  };
  await expect(follow({ ...ledger, reader }, ['a'], { signal: gone.signal })).rejects.toThrow('gone');
  expect(ledger.read).toEqual(['a:0']);
});

/** Random ledgers: every transaction spends some outputs that are there and pays some addresses. */
const ledgers = fc
  .array(
    fc.record({
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      pays: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'shop'), fc.nat({ max: 9 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fee: fc.nat({ max: 5 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((plans) => {
    const transactions: Parameters<typeof smallBitcoin>[0][number][] = [
      { id: 'm0', spends: [], pays: [['a', 1000n]] },
      { id: 'm1', spends: [], pays: [['b', 777n]] },
    ];
    let free: { name: string; amount: bigint }[] = [
      { name: 'm0:0', amount: 1000n },
      { name: 'm1:0', amount: 777n },
    ];
    plans.forEach(({ picks, pays, fee }, i) => {
      const chosen = [...new Set(picks.map((pick) => free[pick % free.length]))].filter(
        (one) => one !== undefined,
      );
      const all = chosen.reduce((sum, { amount }) => sum + amount, 0n);
      const weights = pays.reduce((sum, [, weight]) => sum + BigInt(weight), BigInt(fee));
      if (all === 0n || weights === 0n) return;
      const id = `t${i}`;
      const outs = pays.map(([address, weight]): [string, bigint] => [
        address,
        (all * BigInt(weight)) / weights,
      ]);
      transactions.push({ id, spends: chosen.map(({ name }) => name), pays: outs });
      free = free.filter((one) => !chosen.includes(one));
      outs.forEach(([, amount], vout) => {
        if (amount > 0n) free.push({ name: `${id}:${vout}`, amount });
      });
    });
    return transactions;
  });

test('stops add up to what was followed, by every method but poison, in both directions and within any bounds', async () => {
  await fc.assert(
    fc.asyncProperty(
      ledgers,
      fc.constantFrom<TaintMethod>(...taintMethods),
      fc.constantFrom<Direction>('forward', 'backward'),
      fc.record({
        hops: fc.integer({ min: 1, max: 6 }),
        reads: fc.integer({ min: 1, max: 12 }),
        nodes: fc.integer({ min: 1, max: 5 }),
        top: fc.integer({ min: 1, max: 3 }),
        minimumShare: fc.constantFrom(0, 100_000),
      }),
      async (transactions, method, direction, limits) => {
        const ledger = smallBitcoin(transactions, { labels: { shop: 'exchange' } });
        const { steps, stops } = await follow(ledger, ['a', 'b'], { method, direction, limits });
        const roots = ['a', 'b'].map((name) =>
          ledger.receipts(name).reduce((sum, { amount }) => sum + amount, 0n),
        );
        roots.forEach((followed, start) => {
          const sum = stops
            .filter((stop) => stop.start === start)
            .reduce((all, { amount }) => all + amount, 0n);
          if (method !== 'poison') expect(sum).toBe(followed);
        });
        if (method === 'poison') return;
        // No more goes by an output than it holds, of both starts apart.
        for (const start of [0, 1]) {
          const byOutput = Map.groupBy(
            steps.filter((step) => step.start === start),
            ({ lot }) => lot.id,
          );
          for (const group of byOutput.values()) {
            const sum = group.reduce((all, { amount }) => all + amount, 0n);
            expect(sum <= (group[0]?.lot.amount ?? 0n)).toBe(true);
          }
        }
      },
    ),
    propertyRuns(300),
  );
});

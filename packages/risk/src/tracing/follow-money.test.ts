import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { smallBitcoin, smallEthereum, type SmallLedger } from '../exposure/ledger.fixture.ts';
import { type Direction, type Owner, type TaintMethod, taintMethods } from '../exposure/types.ts';
import { followMoney } from './follow-money.ts';
import type {
  FollowedHop,
  FollowedStep,
  FollowedStop,
  FollowLimits,
  FollowQuestion,
} from './follow-types.ts';

const far: FollowLimits = {
  hops: 12,
  nodes: 1000,
  reads: 1000,
  rounds: 200,
  minimum: 0n,
  minimumShare: 0,
  top: 1000,
};
const person = (address: string): Owner => ({ id: address, address, label: undefined });

async function follow(
  ledger: SmallLedger,
  starts: readonly string[],
  more: Partial<Omit<FollowQuestion, 'limits'>> & {
    limits?: Partial<FollowLimits>;
    conversion?: NonNullable<Parameters<typeof followMoney>[1]['conversion']>;
    signal?: AbortSignal;
  } = {},
) {
  const steps: FollowedStep[] = [];
  const stops: FollowedStop[] = [];
  const hops: FollowedHop[] = [];
  const { limits, conversion, signal, ...question } = more;
  const result = await followMoney(
    {
      direction: 'forward',
      method: 'haircut',
      asset: 'coin',
      starts: starts.map((name) => ({ owner: person(name), roots: ledger.receipts(name) })),
      stopAt: ({ label }) => (label ? 'service' : undefined),
      ...question,
      limits: { ...far, ...limits },
    },
    { ...ledger.reader, ...(conversion && { conversion }) },
    {
      step: (step) => steps.push(step),
      stop: (stop) => stops.push(stop),
      hop: (hop) => hops.push(hop),
      round() {},
    },
    signal,
  );
  return { result, steps, stops, hops };
}
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

/** Two assets of a small Ethereum ledger, and one conversion: `gave` lots became `got` lots. */
function twoAssets(
  coins: Parameters<typeof smallEthereum>[0],
  tokens: Parameters<typeof smallEthereum>[0],
  names: Parameters<typeof smallEthereum>[1] = {},
) {
  const [coin, token] = [smallEthereum(coins, names), smallEthereum(tokens, { ...names, asset: 'token' })];
  const lotOf = (id: string) => {
    const lot = coin.lots.get(id) ?? token.lots.get(id);
    if (!lot) throw new Error(`No lot ${id}`);
    return lot;
  };
  const ledger = (first: SmallLedger): SmallLedger => ({
    ...first,
    reader: {
      async read(lots, direction) {
        const ofTokens = lots.filter(({ id }) => token.lots.has(id));
        const rest = lots.filter(({ id }) => !token.lots.has(id));
        return new Map([
          ...(await coin.reader.read(rest, direction)),
          ...(await token.reader.read(ofTokens, direction)),
        ]);
      },
    },
  });
  const other = (id: string, amount = lotOf(id).amount) => ({
    lot: lotOf(id),
    asset: coin.lots.has(id) ? 'coin' : 'token',
    amount,
  });
  return { coin: ledger(coin), token: ledger(token), other };
}
const stopTexts = ({ stops }: Awaited<ReturnType<typeof follow>>): string[] =>
  stops.map(({ asset, reason, amount }) => `${asset} ${reason} ${amount}`).toSorted();
const stepTexts = ({ steps: all }: Awaited<ReturnType<typeof follow>>): string[] =>
  all.map(({ asset, from, to, amount }) => `${from.address}>${to.address} ${amount} ${asset}`);

test('a conversion goes on in the other asset, in both directions, and both assets add up', async () => {
  const { coin, token, other } = twoAssets(
    [
      { id: 'in', from: 'victim', to: 'thief', amount: 100n },
      { id: 'give', from: 'thief', to: 'router', amount: 80n },
      { id: 'rest', from: 'router', to: 'thief', amount: 8n },
    ],
    [
      { id: 'got', from: 'pool', to: 'thief', amount: 1000n },
      { id: 'on', from: 'thief', to: 'friend', amount: 300n },
    ],
  );
  const forward = await follow(coin, ['thief'], {
    // The root: what others sent. The rest that came back is no other money.
    starts: [{ owner: person('thief'), roots: coin.receipts('thief').filter(({ id }) => id === 'in') }],
    conversion: ({ id }) =>
      id === 'give' ? { basis: 'exact', total: 80n, others: [other('rest'), other('got')] } : undefined,
  });
  expect(forward.hops.map(({ by, to, gave, got }) => [by.address, to.address, gave, got])).toEqual([
    ['thief', 'thief', { asset: 'coin', amount: 72n }, { asset: 'token', amount: 1000n }],
  ]);
  expect(stepTexts(forward)).toEqual([
    'thief>router 80 coin',
    'router>thief 8 coin',
    'pool>thief 1000 token',
    'thief>friend 300 token',
  ]);
  expect(stopTexts(forward)).toEqual([
    'coin swap 72',
    'coin unspent 20',
    'coin unspent 8',
    'token unspent 300',
    'token unspent 700',
  ]);

  const backward = await follow(token, ['friend'], {
    asset: 'token',
    direction: 'backward',
    conversion: ({ id }) =>
      id === 'got' ? { basis: 'exact', total: 1000n, others: [other('give', 72n)] } : undefined,
  });
  expect(backward.hops.map(({ by, to, gave, got }) => [by.address, to.address, gave, got])).toEqual([
    ['thief', 'thief', { asset: 'coin', amount: 21n }, { asset: 'token', amount: 300n }],
  ]);
  expect(stepTexts(backward)).toEqual([
    'thief>friend 300 token',
    'pool>thief 300 token',
    'thief>router 21 coin',
    'victim>thief 21 coin',
  ]);
  expect(stopTexts(backward)).toEqual(['coin not_in_ledger 21', 'token swap 300']);
});

test('what another account received is followed from there, or stops at a service', async () => {
  const at = async (labels: Record<string, 'exchange'>) => {
    const { coin, other } = twoAssets(
      [
        { id: 'in', from: 'victim', to: 'thief', amount: 100n },
        { id: 'give', from: 'thief', to: 'pool', amount: 50n },
      ],
      [{ id: 'got', from: 'pool', to: 'helper', amount: 7n }],
      { labels },
    );
    return follow(coin, ['thief'], {
      conversion: ({ id }) =>
        id === 'give' ? { basis: 'exact', total: 50n, others: [other('got')] } : undefined,
    });
  };
  expect(stopTexts(await at({}))).toEqual(['coin swap 50', 'coin unspent 50', 'token unspent 7']);
  const exchange = await at({ helper: 'exchange', pool: 'exchange' });
  expect(stopTexts(exchange)).toEqual(['coin swap 50', 'coin unspent 50', 'token service 7']);
  expect(stepTexts(exchange)).toEqual(['thief>pool 50 coin', 'pool>helper 7 token']);
});

const people = fc.constantFrom('thief', 'pool', 'helper', 'shop');
const movementList = (asset: string) =>
  fc
    .array(fc.record({ from: people, to: people, amount: fc.bigInt(1n, 50n) }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((list) => [
      { id: `${asset}-in`, from: 'victim', to: 'thief', amount: 100n },
      ...list.map((each, i) => ({ id: `${asset}${i}`, ...each })),
    ]);

test('both assets add up with any conversions, by every method but poison, in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(
      movementList('coin'),
      movementList('token'),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 6 }),
      fc.constantFrom<TaintMethod>('haircut', 'fifo', 'lifo'),
      fc.constantFrom<Direction>('forward', 'backward'),
      fc.record({ hops: fc.integer({ min: 1, max: 5 }), nodes: fc.integer({ min: 1, max: 5 }) }),
      async (coins, tokens, picks, method, direction, limits) => {
        const labels = { shop: 'exchange' } as const;
        const { coin, other } = twoAssets(coins, tokens, { labels });
        const ids = [...coins, ...tokens].map(({ id }) => id);
        const idOf = (pick: number): string => ids[pick % ids.length] ?? '';
        // Of what comes back of the same asset, the total is larger.
        const conversions = new Map(
          picks.map(([from, to, more]) => [
            idOf(from),
            { basis: 'exact' as const, total: 200n, others: [other(idOf(to)), other(idOf(more))] },
          ]),
        );
        const roots = coin.receipts('thief').filter(({ from }) => from?.address === 'victim');
        const { stops, hops } = await follow(coin, ['thief'], {
          method,
          direction,
          limits,
          starts: [{ owner: person('thief'), roots }],
          conversion: ({ id }) => conversions.get(id),
        });
        const followed = new Map([['coin', roots.reduce((sum, { amount }) => sum + amount, 0n)]]);
        for (const { gave, got } of hops) {
          const next = direction === 'forward' ? got : gave;
          followed.set(next.asset, (followed.get(next.asset) ?? 0n) + next.amount);
        }
        for (const [asset, amount] of followed) {
          const own = stops.filter((stop) => stop.asset === asset);
          expect(own.reduce((sum, stop) => sum + stop.amount, 0n)).toBe(amount);
        }
      },
    ),
    propertyRuns(500),
  );
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

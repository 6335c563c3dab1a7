import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { ethereumPool } from '../exposure/commingled-pools.ts';
import { smallBitcoin, type SmallLedger, twoAssets } from '../exposure/ledger.fixture.ts';
import type { Direction, Lot, Step, TaintMethod } from '../exposure/types.ts';
import { follow, person } from './follow.fixture.ts';

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
      id === 'give'
        ? { asset: 'coin', basis: 'exact', total: 80n, others: [other('rest'), other('got')] }
        : undefined,
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
      id === 'got'
        ? { asset: 'token', basis: 'exact', total: 1000n, others: [other('give', 72n)] }
        : undefined,
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
        id === 'give' ? { asset: 'coin', basis: 'exact', total: 50n, others: [other('got')] } : undefined,
    });
  };
  expect(stopTexts(await at({}))).toEqual(['coin swap 50', 'coin unspent 50', 'token unspent 7']);
  const exchange = await at({ helper: 'exchange', pool: 'exchange' });
  expect(stopTexts(exchange)).toEqual(['coin swap 50', 'coin unspent 50', 'token service 7']);
  expect(stepTexts(exchange)).toEqual(['thief>pool 50 coin', 'pool>helper 7 token']);
});

test('what crossed to another chain ends at the bridge, and continues with who received it, in both directions', async () => {
  const { coin, token, other } = twoAssets(
    [
      { id: 'in', from: 'victim', to: 'thief', amount: 100n },
      { id: 'give', from: 'thief', to: 'vault', amount: 80n },
    ],
    [
      { id: 'got', from: 'payer', to: 'thief2', amount: 1600n },
      { id: 'on', from: 'thief2', to: 'friend', amount: 300n },
    ],
    { labels: { vault: 'exchange', payer: 'exchange' } },
  );
  const forward = await follow(coin, ['thief'], {
    starts: [{ owner: person('thief'), roots: coin.receipts('thief') }],
    conversion: ({ id }) =>
      id === 'give'
        ? { asset: 'coin', basis: 'exact', total: 80n, others: [{ ...other('got'), crossing: 7 }] }
        : undefined,
  });
  const hopTexts = ({ hops }: typeof forward): unknown[] =>
    hops.map(({ by, to, gave, got, crossing }) => [
      by.address,
      to.address,
      gave.amount,
      got.amount,
      crossing,
    ]);
  expect(hopTexts(forward)).toEqual([['vault', 'thief2', 80n, 1600n, 7]]);
  expect(stopTexts(forward)).toEqual([
    'coin bridge 80',
    'coin unspent 20',
    'token unspent 1300',
    'token unspent 300',
  ]);
  expect(forward.stops.find(({ reason }) => reason === 'bridge')).toMatchObject({
    crossing: 7,
    owner: { address: 'vault' },
  });

  const backward = await follow(token, ['friend'], {
    asset: 'token',
    direction: 'backward',
    conversion: ({ id }) =>
      id === 'got'
        ? { asset: 'token', basis: 'exact', total: 1600n, others: [{ ...other('give', 80n), crossing: 7 }] }
        : undefined,
  });
  expect(hopTexts(backward)).toEqual([['vault', 'thief2', 15n, 300n, 7]]);
  expect(stopTexts(backward)).toEqual(['coin not_in_ledger 15', 'token bridge 300']);
});

test('tokens that are destroyed for a payment on the other chain lead from who gave them, also several steps back', async () => {
  const lotOf = (id: string, from: string, owner?: string): Lot => ({
    id,
    transaction: id,
    amount: 80n,
    owner: owner === undefined ? undefined : person(owner),
    from: person(from),
  });
  const [got, burnt] = [lotOf('got', 'victim', 'thief'), lotOf('burnt', 'thief')];
  const events = [got, burnt].map((lot) => ({ kind: 'transfer' as const, lot }));
  const pool = ethereumPool({ account: 'thief', asset: 'coin', opening: 0n, events });
  const bitcoin = smallBitcoin([
    { id: 'funding', spends: [], pays: [['wallet', 1600n]] },
    { id: 'paid', spends: ['funding:0'], pays: [['thief2', 1600n]] },
    { id: 'on', spends: ['paid:0'], pays: [['friend', 1600n]] },
  ]);
  const ledger: SmallLedger = {
    ...bitcoin,
    receipts: (owner) => (owner === 'thief' ? [got] : bitcoin.receipts(owner)),
    reader: {
      async read(lots, direction) {
        const own = await bitcoin.reader.read(lots, direction);
        const ofThief = direction === 'forward' ? got : burnt;
        const step: Step = { is: 'pool', pool };
        return new Map(
          lots.map((lot) => [lot.id, lot === ofThief ? step : (own.get(lot.id) ?? { is: 'hub' })]),
        );
      },
    },
  };
  const paid = bitcoin.lots.get('paid:0');
  if (!paid) throw new Error('No payment');
  const basis = 'exact' as const;
  const forward = await follow(ledger, ['thief'], {
    conversion: ({ id }) =>
      id === 'burnt'
        ? {
            asset: 'coin',
            basis,
            total: 80n,
            others: [{ lot: paid, asset: 'token', amount: 1600n, crossing: 3 }],
          }
        : undefined,
  });
  const hopTexts = ({ hops }: typeof forward): unknown[] =>
    hops.map(({ by, to, through, gave, got: received, crossing }) => [
      by.address,
      to.address,
      through,
      gave.amount,
      received.amount,
      crossing,
    ]);
  const hop = ['thief', 'thief2', undefined, 80n, 1600n, 3];
  expect(hopTexts(forward)).toEqual([hop]);
  expect(stopTexts(forward)).toEqual(['coin bridge 80', 'token unspent 1600']);
  const backward = await follow(ledger, ['friend'], {
    asset: 'token',
    direction: 'backward',
    // What was paid is known when its transaction has been read.
    conversion: ({ id }) =>
      id === 'paid:0' && bitcoin.read.includes('paid:0')
        ? {
            asset: 'token',
            basis,
            total: 1600n,
            others: [{ lot: burnt, asset: 'coin', amount: 80n, crossing: 3 }],
          }
        : undefined,
  });
  expect(hopTexts(backward)).toEqual([hop]);
  expect(stepTexts(backward)).toContain('victim>thief 80 coin');
  expect(stopTexts(backward)).toEqual(['coin not_in_ledger 80', 'token bridge 1600']);
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

test('both assets add up with any conversions and crossings, by every method but poison, in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(
      movementList('coin'),
      movementList('token'),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.boolean()), { maxLength: 6 }),
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
          picks.map(([from, to, more, crosses]) => [
            idOf(from),
            {
              asset: idOf(from).startsWith('coin') ? 'coin' : 'token',
              basis: 'exact' as const,
              total: 200n,
              others: [other(idOf(to)), other(idOf(more))].map((each) => ({
                ...each,
                ...(crosses && { crossing: 1 }),
              })),
            },
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

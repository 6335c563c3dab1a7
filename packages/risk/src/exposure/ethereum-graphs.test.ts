import { describe, expect, test } from 'vitest';
import { backEth, aheadEth, lines, walk } from './graphs.fixture.ts';
import { farLimits, type SmallMovement, smallEthereum } from './ledger.fixture.ts';
import type { TaintMethod } from './types.ts';
import { walkExposure } from './walk.ts';

describe('Ethereum, by hand', () => {
  const names = { labels: { thief: 'stolen', shop: 'exchange', mixer: 'mixer' } } as const;

  test('what was received from a labeled sender: its history is not read', async () => {
    const ledger = smallEthereum([{ id: 'a', from: 'mixer', to: 'self', amount: 9n }], names);
    expect(lines(await walk(ledger, 'haircut', 'backward'))).toEqual(['mixer MIXER 9 @1']);
    expect(ledger.read).toEqual([]);
  });

  test('an opening balance is unknown, of a known amount or not', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 's', amount: 10n },
      { id: 'b', from: 's', to: 'self', amount: 8n },
    ];
    // 30 held before: 8 are floor(8·30/40) = 6 of them, and 2 of the thief's.
    expect(await backEth('haircut', movements, { ...names, openings: { s: 30n } })).toEqual([
      'stolen THIEF 2 @2',
      'not_in_ledger 6',
    ]);
    expect(await backEth('haircut', movements, { ...names, openings: { s: undefined } })).toEqual([
      'not_in_ledger 8',
    ]);
    expect(await backEth('lifo', movements, { ...names, openings: { s: undefined } })).toEqual([
      'stolen THIEF 8 @2',
    ]);
  });

  test('more leaves than is known to have come: the rest is unknown', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 's', amount: 5n },
      { id: 'b', from: 's', to: 'self', amount: 8n },
    ];
    expect(await backEth('fifo', movements, names)).toEqual(['stolen THIEF 5 @2', 'not_in_ledger 3']);
  });

  test('gas leaves like a payment', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 'self', amount: 100n },
      { id: 'f', from: 'self', to: null, amount: 4n },
      { id: 'b', from: 'self', to: 'shop', amount: 60n },
    ];
    expect(await aheadEth('fifo', movements, names)).toEqual([
      'exchange SHOP 60 @1',
      'unspent 36 @0',
      'fee 4 @1',
    ]);
  });

  test('a self-transfer and a cycle end by the order of time', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 's', amount: 10n },
      { id: 'b', from: 's', to: 's', amount: 10n },
      { id: 'c', from: 's', to: 'x', amount: 10n },
      { id: 'd', from: 'x', to: 's', amount: 10n },
      { id: 'e', from: 's', to: 'self', amount: 10n },
    ];
    // self ← s (1) ← x (2) ← s (3) ← thief (4); the self-transfer is a step, no hop.
    expect(await backEth('haircut', movements, names)).toEqual(['stolen THIEF 10 @4']);
  });

  test('poison: an account that was emptied begins anew', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 's', amount: 10n },
      { id: 'b', from: 's', to: 'x', amount: 10n },
      { id: 'c', from: 'shop', to: 's', amount: 10n },
      { id: 'd', from: 's', to: 'self', amount: 10n },
    ];
    expect(await backEth('poison', movements, names)).toEqual(['exchange SHOP 10 @2']);
    // With one unit left behind, it does not.
    const left = movements.map((one) => (one.id === 'b' ? { ...one, amount: 9n } : one));
    expect(await backEth('poison', left, names)).toEqual(['stolen THIEF 10 @2']);
  });

  test('forward: lots of an account leave by every method', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 'self', amount: 10n },
      { id: 'b', from: 'shop', to: 'self', amount: 30n },
      { id: 'c', from: 'self', to: 'mixer', amount: 20n },
    ];
    // All 40 are roots: 20 went to the mixer, 20 are held, by whatever method but poison.
    expect(await aheadEth('haircut', movements, names)).toEqual(['mixer MIXER 20 @1', 'unspent 20 @0']);
    expect(await aheadEth('poison', movements, names)).toEqual(['mixer MIXER 40 @1']);
    // Of the first lot alone: FIFO all, haircut floor(20·10/40) = 5, LIFO nothing.
    const ledger = smallEthereum(movements, names);
    const [first] = ledger.receipts('self');
    if (!first) throw new Error('Nothing received');
    const alone = async (method: TaintMethod) => {
      const question = { direction: 'forward', method, self: 'self', roots: [first] } as const;
      return lines(await walkExposure({ ...question, limits: farLimits }, ledger.reader));
    };
    expect(await alone('fifo')).toEqual(['mixer MIXER 10 @1']);
    expect(await alone('haircut')).toEqual(['mixer MIXER 5 @1', 'unspent 5 @0']);
    expect(await alone('lifo')).toEqual(['unspent 10 @0']);
  });

  test('the last hop: a labeled sender counts, the history of another one is not read', async () => {
    const movements: SmallMovement[] = [
      { id: 'a', from: 'thief', to: 'x', amount: 10n },
      { id: 'b', from: 'x', to: 'self', amount: 10n },
      { id: 'c', from: 'shop', to: 'self', amount: 5n },
    ];
    const ledger = smallEthereum(movements, names);
    expect(lines(await walk(ledger, 'haircut', 'backward', { hops: 1 }))).toEqual([
      'exchange SHOP 5 @1',
      'hops 10',
    ]);
    expect(ledger.read).toEqual([]);
  });

  test('a payment through a contract is two hops, rewards are newly mined', async () => {
    const movements: SmallMovement[] = [
      { id: 'r', from: null, to: 'v', amount: 7n },
      { id: 'a', from: 'v', to: 'contract', amount: 7n },
      { id: 'b', from: 'contract', to: 'self', amount: 7n },
    ];
    expect(await backEth('haircut', movements, names)).toEqual(['mined 7 @3']);
  });

  test('a hub is not read, and said', async () => {
    const ledger = smallEthereum([{ id: 'a', from: 'hub', to: 'self', amount: 9n }]);
    const result = await walkExposure(
      {
        direction: 'backward',
        method: 'haircut',
        self: 'self',
        roots: ledger.receipts('self'),
        notListed: 1n,
        limits: farLimits,
      },
      { read: async (lots) => new Map(lots.map(({ id }) => [id, { is: 'hub' as const }])) },
    );
    expect(lines(result)).toEqual(['hub 9', 'not_listed 1']);
    expect(result.total).toBe(10n);
    expect(result.rests.map(({ share }) => share)).toEqual([900_000, 100_000]);
  });
});

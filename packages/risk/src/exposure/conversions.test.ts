import { describe, expect, test } from 'vitest';
import type { CategoryId } from '../categories/categories.ts';
import { type Conversions, names, walk } from './conversions.fixture.ts';
import { lines } from './graphs.fixture.ts';
import { type SmallLedger, twoAssets } from './ledger.fixture.ts';
import { type Lot, type TaintMethod, taintMethods, type WalkLimits } from './types.ts';

/** Of 100 coins of the thief and 100 of an exchange, in this order, self gives 80 for 1000 tokens, of which it sends 300. */
function swapped() {
  const { coin, token, other } = twoAssets(
    [
      { id: 'theft', from: 'thief', to: 'self', amount: 100n },
      { id: 'bought', from: 'bourse', to: 'self', amount: 100n },
      { id: 'give', from: 'self', to: 'pool', amount: 80n },
    ],
    [
      { id: 'got', from: 'pool', to: 'self', amount: 1000n },
      { id: 'on', from: 'self', to: 'friend', amount: 300n },
      { id: 'out', from: 'friend', to: 'mixer', amount: 300n },
    ],
    names,
  );
  const conversions: Conversions = {
    got: { asset: 'token', basis: 'exact', total: 1000n, others: [other('give')] },
    give: { asset: 'coin', basis: 'exact', total: 80n, others: [other('got')] },
  };
  return { coin, token, conversions };
}

describe('A walk through a conversion, by hand', () => {
  test('backward: tokens come from where the coins came from that were given for them', async () => {
    const { token, conversions } = swapped();
    const roots = token.receipts('self');
    const found = await walk(token, roots, conversions);
    // 80 of 200 coins, half of them the thief's; amounts are tokens. Without the conversion, all is from the pool.
    expect(lines(found)).toEqual(['stolen THIEF 500 @1', 'exchange BOURSE 500 @1']);
    expect(lines(await walk(token, roots, {}))).toEqual(['defi POOL 1000 @1']);
    expect(found.exposures[0]?.path).toEqual([
      { transaction: 'give', address: 'self', owner: 'self', amount: 500n, asset: 'coin' },
      { transaction: 'theft', address: 'thief', owner: 'thief', amount: 500n },
    ]);
    const by = async (method: TaintMethod) => lines(await walk(token, roots, conversions, { method }));
    expect(await by('fifo')).toEqual(['stolen THIEF 1000 @1']);
    expect(await by('lifo')).toEqual(['exchange BOURSE 1000 @1']);
    expect(await by('poison')).toEqual(['stolen THIEF 1000 @1']);
  });

  test('backward over others: FIFO and LIFO go on in units of the other asset', async () => {
    const { token, conversions } = swapped();
    const roots = token.receipts('friend');
    const by = async (method: TaintMethod) =>
      lines(await walk(token, roots, conversions, { method, self: 'friend' }));
    expect(await by('haircut')).toEqual(['stolen THIEF 150 @2', 'exchange BOURSE 150 @2']);
    expect(await by('fifo')).toEqual(['stolen THIEF 300 @2']);
    expect(await by('lifo')).toEqual(['exchange BOURSE 300 @2']);
  });

  test('forward: coins go where the tokens go that were received for them', async () => {
    const { coin, conversions } = swapped();
    const roots = coin.receipts('self');
    const found = await walk(coin, roots, conversions, { direction: 'forward' });
    // 80 of 200 coins were converted, and 300 of the 1000 tokens reached the mixer.
    expect(lines(found)).toEqual(['unspent 176 @0', 'mixer MIXER 24 @2']);
    expect(found.exposures[1]?.path).toEqual([
      { transaction: 'got', address: 'self', owner: 'self', amount: 80n, asset: 'token' },
      { transaction: 'on', address: 'friend', owner: 'friend', amount: 24n },
      { transaction: 'out', address: 'mixer', owner: 'mixer', amount: 24n },
    ]);
  });

  test('what someone else received for it is one hop away, and may be a stop', async () => {
    const { coin, token, other } = twoAssets(
      [
        { id: 'theft', from: 'thief', to: 'hand', amount: 10n },
        { id: 'give', from: 'hand', to: 'pool', amount: 10n },
      ],
      [{ id: 'got', from: 'pool', to: 'self', amount: 7n }],
      names,
    );
    const back: Conversions = { got: { asset: 'token', basis: 'exact', total: 7n, others: [other('give')] } };
    expect(lines(await walk(token, token.receipts('self'), back))).toEqual(['stolen THIEF 7 @2']);
    const ahead: Conversions = {
      give: { asset: 'coin', basis: 'exact', total: 10n, others: [other('got')] },
    };
    const forward = { direction: 'forward' as const, self: 'hand' };
    expect(lines(await walk(coin, coin.receipts('hand'), ahead, forward))).toEqual(['unspent 10 @1']);
    const stop = twoAssets(
      [{ id: 'give', from: 'hand', to: 'pool', amount: 10n }],
      [{ id: 'got', from: 'pool', to: 'bourse', amount: 7n }],
      names,
    );
    const paid: Conversions = {
      give: { asset: 'coin', basis: 'exact', total: 10n, others: [stop.other('got')] },
    };
    // A transaction by itself: its movements are the roots.
    const root = [...stop.coin.lots.values()].filter(({ id }) => id === 'give');
    const ofTransaction = { direction: 'forward' as const, self: 'transaction' };
    const found = await walk(stop.coin, root, paid, ofTransaction);
    expect(lines(found)).toEqual(['exchange BOURSE 10 @1']);
    expect(found.exposures[0]?.path.at(-1)).toMatchObject({ address: 'bourse', asset: 'token' });
  });

  test('what came back of the same asset has its own part', async () => {
    const { coin, other } = twoAssets(
      [
        { id: 'theft', from: 'thief', to: 'self', amount: 100n },
        { id: 'give', from: 'self', to: 'pool', amount: 100n },
        { id: 'rest', from: 'pool', to: 'self', amount: 20n },
      ],
      [
        { id: 'got', from: 'pool', to: 'self', amount: 9n },
        { id: 'on', from: 'self', to: 'mixer', amount: 9n },
      ],
      names,
    );
    const conversions: Conversions = {
      give: { asset: 'coin', basis: 'exact', total: 100n, others: [other('rest'), other('got')] },
    };
    const roots = coin.receipts('self').filter(({ id }) => id === 'theft');
    const found = await walk(coin, roots, conversions, { direction: 'forward' });
    expect(lines(found)).toEqual(['mixer MIXER 80 @1', 'unspent 20 @0']);
  });

  test('over a bridge to another chain, in both directions, with both transactions in the path', async () => {
    const bridges = { labels: { ...names.labels, vault: 'bridge' } } as const;
    const { coin, token, other } = twoAssets(
      [
        { id: 'theft', from: 'thief', to: 'hand', amount: 10n },
        { id: 'deposit', from: 'hand', to: 'vault', amount: 10n },
      ],
      [
        { id: 'payout', from: 'vault', to: 'self', amount: 7n },
        { id: 'sold', from: 'self', to: 'bourse', amount: 7n },
      ],
      bridges,
    );
    const conversions: Conversions = {
      payout: { asset: 'token', basis: 'exact', total: 7n, others: [{ ...other('deposit'), crossing: 0 }] },
      deposit: { asset: 'coin', basis: 'exact', total: 10n, others: [{ ...other('payout'), crossing: 0 }] },
    };
    const back = await walk(token, token.receipts('self'), conversions);
    expect(lines(back)).toEqual(['stolen THIEF 7 @2']);
    expect(back.exposures[0]?.path).toEqual([
      { transaction: 'payout', address: 'vault', owner: 'vault', amount: 7n },
      { transaction: 'deposit', address: 'hand', owner: 'hand', amount: 7n, asset: 'coin' },
      { transaction: 'theft', address: 'thief', owner: 'thief', amount: 7n },
    ]);
    const forward = { direction: 'forward' as const, self: 'hand' };
    const ahead = await walk(coin, coin.receipts('hand'), conversions, forward);
    expect(lines(ahead)).toEqual(['exchange BOURSE 10 @2']);
    expect(ahead.exposures[0]?.path).toEqual([
      { transaction: 'deposit', address: 'vault', owner: 'vault', amount: 10n },
      { transaction: 'payout', address: 'self', owner: 'self', amount: 10n, asset: 'token' },
      { transaction: 'sold', address: 'bourse', owner: 'bourse', amount: 10n },
    ]);
    // Paid to an exchange at once, which is the answer.
    const paid = twoAssets(
      [{ id: 'deposit', from: 'hand', to: 'vault', amount: 10n }],
      [{ id: 'payout', from: 'vault', to: 'bourse', amount: 7n }],
      bridges,
    );
    const known: Conversions = {
      deposit: {
        asset: 'coin',
        basis: 'exact',
        total: 10n,
        others: [{ ...paid.other('payout'), crossing: 0 }],
      },
    };
    const roots = [...paid.coin.lots.values()].filter(({ id }) => id === 'deposit');
    const found = await walk(paid.coin, roots, known, { direction: 'forward', self: 'transaction' });
    expect(found.exposures[0]).toMatchObject({
      category: 'exchange',
      evidence: [{ transaction: 'payout' }],
      path: [
        { transaction: 'deposit', address: 'vault' },
        { transaction: 'payout', address: 'bourse', asset: 'token' },
      ],
    });
    // Of a bridge whose other side is unknown, it is the answer.
    expect(lines(await walk(token, token.receipts('self'), {}))).toEqual(['bridge VAULT 7 @1']);
  });

  test('forward, the reader can say that a lot crossed where nobody knows a bridge; at another service, that is the answer', async () => {
    const at = (labels: Record<string, CategoryId>) =>
      twoAssets(
        [{ id: 'deposit', from: 'hand', to: 'vault', amount: 10n }],
        [
          { id: 'payout', from: 'vault', to: 'self', amount: 7n },
          { id: 'sold', from: 'self', to: 'bourse', amount: 7n },
        ],
        { labels },
      );
    const answerOf = async (small: ReturnType<typeof at>, mayCross?: (lot: Lot) => boolean) => {
      const deposited = [...small.coin.lots.values()].filter(({ id }) => id === 'deposit');
      const others = [{ ...small.other('payout'), crossing: 0 }];
      const crossed: Conversions = { deposit: { asset: 'coin', basis: 'exact', total: 10n, others } };
      const more = { direction: 'forward' as const, self: 'hand', ...(mayCross && { mayCross }) };
      return lines(await walk(small.coin, deposited, crossed, more));
    };
    const isDeposit = ({ id }: Lot): boolean => id === 'deposit';
    expect(await answerOf(at({ bourse: 'exchange' }), isDeposit)).toEqual(['exchange BOURSE 10 @2']);
    expect(await answerOf(at({ bourse: 'exchange' }), () => false)).toEqual(['unspent 10 @1']);
    expect(await answerOf(at({ bourse: 'exchange' }))).toEqual(['unspent 10 @1']);
    expect(await answerOf(at({ bourse: 'exchange', vault: 'mixer' }), isDeposit)).toEqual([
      'mixer VAULT 10 @1',
    ]);
  });

  test('who is no pool is an answer, whatever it gave in return', async () => {
    for (const [category, line] of [
      ['exchange', 'exchange SELLER 7 @1'],
      ['sanctioned', 'sanctioned SELLER 7 @1'],
      ['mixer', 'mixer SELLER 7 @1'],
    ] as const) {
      const { token, other } = twoAssets(
        [
          { id: 'clean', from: 'bourse', to: 'self', amount: 10n },
          { id: 'give', from: 'self', to: 'seller', amount: 10n },
        ],
        [{ id: 'got', from: 'seller', to: 'self', amount: 7n }],
        { labels: { ...names.labels, seller: category } },
      );
      const conversions: Conversions = {
        got: { asset: 'token', basis: 'exact', total: 7n, others: [other('give')] },
      };
      expect(lines(await walk(token, token.receipts('self'), conversions))).toEqual([line]);
    }
  });

  test('a contract that nobody knows is read, so that a made-up swap hides nothing', async () => {
    // The thief funds a contract, which pays self for a token that is worth nothing.
    const { coin, token, other } = twoAssets(
      [
        { id: 'fund', from: 'thief', to: 'contract', amount: 100n },
        { id: 'pay', from: 'contract', to: 'self', amount: 100n },
      ],
      [
        { id: 'free', from: 'bourse', to: 'self', amount: 1n },
        { id: 'worthless', from: 'self', to: 'contract', amount: 1n },
      ],
      names,
    );
    const conversions: Conversions = {
      pay: { asset: 'coin', basis: 'exact', total: 100n, others: [other('worthless')] },
      worthless: { asset: 'token', basis: 'exact', total: 1n, others: [other('pay')] },
    };
    expect(lines(await walk(coin, coin.receipts('self'), conversions))).toEqual(['stolen THIEF 100 @2']);
    const forward = { direction: 'forward' as const, self: 'thief' };
    const thiefs = [...coin.lots.values()].filter(({ id }) => id === 'fund');
    expect(lines(await walk(coin, thiefs, conversions, forward))).toEqual(['unspent 100 @2']);
    expect(lines(await walk(token, token.receipts('self'), conversions, { direction: 'forward' }))).toEqual([
      'unspent 1 @1',
    ]);
  });

  test('a contract with too many movements to be read is left by its conversions', async () => {
    const { coin, token, other } = twoAssets(
      [
        { id: 'theft', from: 'thief', to: 'self', amount: 10n },
        { id: 'give', from: 'self', to: 'router', amount: 10n },
      ],
      [
        { id: 'got', from: 'router', to: 'self', amount: 7n },
        { id: 'out', from: 'self', to: 'mixer', amount: 7n },
      ],
      names,
    );
    const conversions: Conversions = {
      got: { asset: 'token', basis: 'exact', total: 7n, others: [other('give')] },
      give: { asset: 'coin', basis: 'exact', total: 10n, others: [other('got')] },
    };
    const busy = (ledger: SmallLedger): SmallLedger => ({
      ...ledger,
      reader: {
        async read(lots, direction) {
          const steps = await ledger.reader.read(lots, direction);
          return new Map(
            lots.map((lot) => {
              const side = direction === 'backward' ? lot.from : lot.owner;
              return [
                lot.id,
                side?.id === 'router'
                  ? { is: 'hub' as const }
                  : (steps.get(lot.id) ?? { is: 'not_in_ledger' as const }),
              ];
            }),
          );
        },
      },
    });
    const back = await walk(busy(token), token.receipts('self'), conversions);
    expect(lines(back)).toEqual(['stolen THIEF 7 @1']);
    expect(lines(await walk(busy(token), token.receipts('self'), {}))).toEqual(['hub 7']);
    const ahead = await walk(busy(coin), coin.receipts('self'), conversions, { direction: 'forward' });
    expect(lines(ahead)).toEqual(['mixer MIXER 10 @1']);
    expect(ahead.exposures[0]?.path.map(({ address, asset }) => [address, asset])).toEqual([
      ['router', undefined],
      ['self', 'token'],
      ['mixer', undefined],
    ]);
  });

  test('several assets at once: nobody knows the share of each, so the pool is the answer', async () => {
    const { token, conversions } = swapped();
    const both: Conversions = {
      got: {
        ...conversions['got']!,
        others: [...conversions['got']!.others, { ...conversions['got']!.others[0]!, asset: 'third' }],
      },
    };
    expect(lines(await walk(token, token.receipts('self'), both))).toEqual(['defi POOL 1000 @1']);
  });

  test('two pools that swap with each other end there', async () => {
    const { coin, other } = twoAssets(
      [
        { id: 'give', from: 'other-pool', to: 'pool', amount: 9n },
        { id: 'got', from: 'pool', to: 'self', amount: 9n },
      ],
      [{ id: 'back', from: 'pool', to: 'other-pool', amount: 9n }],
      { labels: { ...names.labels, 'other-pool': 'defi' } },
    );
    const circle: Conversions = {
      got: { asset: 'coin', basis: 'exact', total: 9n, others: [other('back')] },
      back: { asset: 'token', basis: 'exact', total: 9n, others: [other('give')] },
      give: { asset: 'coin', basis: 'exact', total: 9n, others: [other('back')] },
    };
    for (const method of taintMethods) {
      expect(lines(await walk(coin, coin.receipts('self'), circle, { method })), method).toEqual([
        'defi POOL 9 @1',
      ]);
    }
  });

  test('a refund that was given again leads in a circle within one transaction', async () => {
    // Self gives 10, has 4 of them back, gives these again, and receives 5 tokens.
    const { token, other } = twoAssets(
      [
        { id: 'theft', from: 'thief', to: 'self', amount: 10_000n },
        { id: 'give', from: 'self', to: 'pool', amount: 10_000n },
        { id: 'back', from: 'pool', to: 'self', amount: 4_000n },
        { id: 'again', from: 'self', to: 'pool', amount: 4_000n },
      ],
      [{ id: 'got', from: 'pool', to: 'self', amount: 5_000n }],
      names,
    );
    const conversions: Conversions = {
      got: {
        asset: 'token',
        basis: 'exact',
        total: 5_000n,
        others: [other('give', 7_000n), other('again', 3_000n)],
      },
      back: {
        asset: 'coin',
        basis: 'exact',
        total: 4_000n,
        others: [other('give', 3_000n), other('again', 1_000n)],
      },
    };
    const roots = token.receipts('self');
    const by = async (method: TaintMethod) =>
      lines(await walk(token, roots, conversions, { method, limits: { minimum: 20n } }));
    expect(await by('poison')).toEqual(['stolen THIEF 5000 @1']);
    // Of 1,500 that were given again, 375 had been given again, and so on: 94, 24; of these, both parts are too little.
    expect(await by('haircut')).toEqual(['stolen THIEF 4976 @1', 'dust 24']);
  });

  test('limits count by the share of the roots', async () => {
    const { token, conversions } = swapped();
    const roots = token.receipts('self');
    const limited = async (limits: Partial<WalkLimits>) =>
      lines(await walk(token, roots, conversions, { limits }));
    // Of 80 coins given, all of 1000 tokens: no dust.
    expect(await limited({ minimum: 900n })).toEqual(['stolen THIEF 500 @1', 'exchange BOURSE 500 @1']);
    expect(await limited({ hops: 0 })).toEqual(['hops 1000']);
    expect(await limited({ budget: 0 })).toEqual(['budget 1000']);
  });
});

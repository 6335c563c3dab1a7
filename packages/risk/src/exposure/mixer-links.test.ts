import { expect, test } from 'vitest';
import { type Conversions, names, walk } from './conversions.fixture.ts';
import { lines } from './graphs.fixture.ts';
import { twoAssets } from './ledger.fixture.ts';
import { taintMethods } from './types.ts';

/** Self withdraws 100 of 300 coins from a mixer, of which the thief's hand paid in 100, and a stranger 200. */
function mixed() {
  const { coin, other } = twoAssets(
    [
      { id: 'theft', from: 'thief', to: 'hand', amount: 100n },
      { id: 'sale', from: 'bourse', to: 'stranger', amount: 200n },
      { id: 'in', from: 'hand', to: 'mixer', amount: 100n },
      { id: 'other', from: 'stranger', to: 'mixer', amount: 200n },
      { id: 'out', from: 'mixer', to: 'self', amount: 100n },
    ],
    [],
    names,
  );
  const link = (lot: string) => ({ ...other(lot), asset: 'coin', amount: 60n, odds: 600_000 });
  const linked = { asset: 'coin', basis: 'claimed' as const, total: 100n, unlinked: 40n };
  const conversions: Conversions = {
    out: { ...linked, others: [link('in')] },
    in: { ...linked, others: [link('out')] },
  };
  return { coin, conversions, linked, link };
}

test('a walk goes on through a mixer with the odds of a link, and the rest stays there; poison, which has no parts, does not', async () => {
  const { coin, conversions } = mixed();
  const roots = coin.receipts('self');
  const found = await walk(coin, roots, conversions);
  expect(lines(found)).toEqual(['stolen THIEF 60 @2', 'mixer MIXER 40 @1']);
  expect(found.exposures.find(({ category }) => category === 'stolen')?.path).toEqual([
    { transaction: 'in', address: 'hand', owner: 'hand', amount: 60n, asset: 'coin', odds: 600_000 },
    { transaction: 'theft', address: 'thief', owner: 'thief', amount: 60n },
  ]);
  expect(lines(await walk(coin, roots, {}))).toEqual(['mixer MIXER 100 @1']);
  for (const method of taintMethods) {
    const expected = method === 'poison' ? ['mixer MIXER 100 @1'] : lines(found);
    expect(lines(await walk(coin, roots, conversions, { method }))).toEqual(expected);
  }
  const hand = { direction: 'forward' as const, self: 'hand' };
  const ahead = await walk(coin, coin.receipts('hand'), conversions, hand);
  expect(lines(ahead)).toEqual(['unspent 60 @1', 'mixer MIXER 40 @1']);
  // One hop is enough for the mixer, but not for where what was paid into it came from.
  const near = lines(await walk(coin, roots, conversions, { limits: { hops: 1 } }));
  expect(near).toContain('mixer MIXER 40 @1');
  expect(near.some((line) => line.startsWith('stolen'))).toBe(false);
});

test('a link at an account that is no mixer, and another asset from a mixer, lead nowhere', async () => {
  const { coin, conversions, linked, link } = mixed();
  const named = twoAssets(
    [
      { id: 'in', from: 'hand', to: 'bourse', amount: 100n },
      { id: 'out', from: 'bourse', to: 'self', amount: 100n },
    ],
    [],
    names,
  );
  expect(lines(await walk(named.coin, named.coin.receipts('self'), conversions))).toEqual([
    'exchange BOURSE 100 @1',
  ]);
  const { unlinked: _, ...whole } = linked;
  const bought: Conversions = { out: { ...whole, others: [link('in')] } };
  expect(lines(await walk(coin, coin.receipts('self'), bought))).toEqual(['mixer MIXER 100 @1']);
});

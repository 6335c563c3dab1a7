import { expect, test } from 'vitest';
import { type Conversions, names, walk } from './conversions.fixture.ts';
import { lines } from './graphs.fixture.ts';
import { smallBitcoin, type SmallLedger, twoAssets } from './ledger.fixture.ts';

test('backward on Bitcoin, what was paid for is found when its transaction has been read', async () => {
  const bitcoin = smallBitcoin(
    [
      { id: 'funding', spends: [], pays: [['wallet', 1600n]] },
      { id: 'paid', spends: ['funding:0'], pays: [['hand', 1600n]] },
      { id: 'on', spends: ['paid:0'], pays: [['self', 1600n]] },
    ],
    names,
  );
  const { coin, other } = twoAssets([{ id: 'burnt', from: 'thief', to: 'nobody', amount: 80n }], [], names);
  const others = [{ ...other('burnt'), crossing: 0 }];
  const crossed: Conversions = { 'paid:0': { asset: 'bitcoin', basis: 'exact', total: 1600n, others } };
  const answerOf = async (isKnown: () => boolean) => {
    const ledger: SmallLedger = {
      ...bitcoin,
      reader: {
        async read(lots, direction) {
          const found = await bitcoin.reader.read(lots, direction);
          return new Map([
            ...found,
            ...(await coin.reader.read(
              lots.filter(({ from }) => from),
              direction,
            )),
          ]);
        },
      },
    };
    const roots = bitcoin.receipts('self');
    return lines(await walk(ledger, roots, crossed, { isKnown }));
  };
  const read = (): boolean => bitcoin.read.includes('paid:0');
  expect(await answerOf(read)).toEqual(['stolen THIEF 1600 @2']);
  expect(await answerOf(() => false)).toEqual(['mined 1600 @3']);
});

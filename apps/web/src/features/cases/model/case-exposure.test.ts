import type { CaseDetails } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { exposureOf } from './case-exposure.ts';

const btc = { symbol: 'BTC', contract: null, decimals: 8 };
const eth = { symbol: 'ETH', contract: null, decimals: 18 };
const transaction = (asset: object, amount: string, usdAmount: string | null, riskScores: number[]) =>
  ({ asset, amount, usdAmount, riskScores }) as unknown as CaseDetails['transactions'][number];

it('adds up dollars and each asset; what has no price is not 0', () => {
  const sum = exposureOf([
    transaction(btc, '150000000', '31500.25', [12, 95]),
    transaction(eth, '9000000000000000000', '10000.50', []),
    transaction(btc, '1', null, [40]),
  ]);
  expect(sum).toEqual({
    dollars: '41500.75',
    unpriced: 1,
    assets: [
      { asset: btc, amount: 150_000_001n },
      { asset: eth, amount: 9_000_000_000_000_000_000n },
    ],
    highest: 95,
  });
});

it('is unknown without prices and scores', () => {
  expect(exposureOf([transaction(btc, '5', null, [])])).toMatchObject({ dollars: null, highest: null });
  expect(exposureOf([])).toEqual({ dollars: null, unpriced: 0, assets: [], highest: null });
});

import { describe, expect, test } from 'vitest';
import { coSpend } from './cospend.ts';
import { times, transactionOf } from './transaction.fixture.ts';

const odd = [1_234_567n, 7_654_321n];

describe('Inputs of one transaction belong together', () => {
  test('addresses once each, in the order of the inputs', () => {
    const inputs = ['b', 'a', 'b', 'c'].map((key, i) => ({ value: 2_000_001n + BigInt(i), key }));
    expect(coSpend(transactionOf(inputs, [7_000_000n]))).toEqual({ keys: ['b', 'a', 'c'], obstacle: null });
  });
  test('inputs that are not known are left out', () => {
    expect(coSpend(transactionOf([odd[0] ?? 0n, 'unknown', odd[1] ?? 0n], [1n])).keys).toEqual([
      'in0',
      'in2',
    ]);
  });
  test('what prepares coins for a Whirlpool pool joins: one wallet pays', () => {
    const parts = [50_000n, 777_777n, ...times(6, 1_000_302n)];
    const coins = [1_500_001n, 1_200_002n, 1_400_003n, 1_300_004n, 1_430_005n];
    const tx = transactionOf(coins, [{ value: 0n, type: 'op_return' }, ...parts]);
    expect(coSpend(tx)).toEqual({ keys: ['in0', 'in1', 'in2', 'in3', 'in4'], obstacle: null });
  });
  test('one address, or a coinbase, joins nothing', () => {
    const inputs = odd.map((value) => ({ value, key: 'a' }));
    expect(coSpend(transactionOf(inputs, [5n]))).toEqual({ keys: [], obstacle: null });
    expect(coSpend({ ...transactionOf(odd, [5n]), coinbase: true }).keys).toEqual([]);
  });
  test('consolidations and batch payouts join', () => {
    expect(coSpend(transactionOf(times(50, 2_000_001n), [99_000_000n])).keys).toHaveLength(50);
    const payouts = Array.from({ length: 30 }, (_, i) => 1_000_000n + BigInt(i));
    expect(coSpend(transactionOf(odd, payouts)).keys).toHaveLength(2);
  });
});

describe('not through', () => {
  test('CoinJoins and what may be one', () => {
    const pool = times(5, 5_000_000n);
    expect(coSpend(transactionOf(pool, pool))).toEqual({ keys: [], obstacle: 'coinjoin' });
    const perhaps = transactionOf([148_798n, 99_999n, 'unknown'], [500_420n, 46_981n, 1_347_800n, 500_420n]);
    expect(coSpend(perhaps)).toEqual({ keys: [], obstacle: 'perhaps_coinjoin' });
  });
  test('a PayJoin whose payee uses other scripts', () => {
    const inputs = [{ value: 1_234_567n }, { value: 7_654_321n, type: 'p2tr' as const }];
    expect(coSpend(transactionOf(inputs, odd))).toEqual({ keys: [], obstacle: 'payjoin' });
  });
  test('a PayJoin that is a round amount on top of a coin', () => {
    const paid = transactionOf([9_111_111n, 3_333_333n], [3_333_333n + 2_500_000n, 6_600_000n + 1_234n]);
    expect(coSpend(paid).obstacle).toBe('payjoin');
  });
});

test('a payment of a round amount is no PayJoin', () => {
  const paid = transactionOf([9_111_111n, 3_333_333n], [12_000_000n, 444_000n]);
  expect(coSpend(paid).keys).toHaveLength(2);
});

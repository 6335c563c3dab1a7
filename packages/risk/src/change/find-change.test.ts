import { describe, expect, test } from 'vitest';
import { transactionOf } from '../transaction.fixture.ts';
import type { RiskTransaction } from '../transaction.ts';
import { type ChangeHeuristic, type ChangeSurroundings, findChange } from './find-change.ts';

const says = (heuristic: ChangeHeuristic, tx: RiskTransaction, around?: ChangeSurroundings) =>
  findChange(tx, around).find((finding) => finding.heuristic === heuristic)?.output;

describe('change', () => {
  test('goes back to a spent address', () => {
    const tx = transactionOf(
      [{ value: 900_001n, key: 'a' }],
      [
        { value: 5n, key: 'b' },
        { value: 7n, key: 'a' },
      ],
    );
    expect(says('address_reuse', tx)).toBe(1);
    const twice = transactionOf(
      [{ value: 900_001n, key: 'a' }],
      [
        { value: 5n, key: 'a' },
        { value: 7n, key: 'a' },
      ],
    );
    expect(says('address_reuse', twice)).toBeUndefined();
  });
  test('has the script type of the inputs', () => {
    const paid = [{ value: 5n, type: 'p2pkh' as const }, { value: 7n }];
    expect(says('script_type', transactionOf([9n, 8n], paid))).toBe(1);
    expect(says('script_type', transactionOf([9n, { value: 8n, type: 'p2tr' }], paid))).toBeUndefined();
    expect(says('script_type', transactionOf(['unknown', 9n], paid))).toBeUndefined();
  });
  test('is the amount that is not round', () => {
    expect(says('round_amount', transactionOf([9_000_001n], [2_500_000n, 6_123_457n]))).toBe(1);
    expect(says('round_amount', transactionOf([9_000_001n], [2_500_001n, 6_123_457n]))).toBeUndefined();
  });
  test('goes to a new address', () => {
    const isFresh = (key: string): boolean => key === 'out0';
    expect(says('fresh_address', transactionOf([9n], [3n, 5n]), { isFresh })).toBe(0);
    expect(says('fresh_address', transactionOf([9n], [3n, 5n]), { isFresh: () => true })).toBeUndefined();
    expect(
      says('fresh_address', transactionOf([9n], [3n, 5n]), { isFresh: () => undefined }),
    ).toBeUndefined();
    expect(says('fresh_address', transactionOf([9n], [3n, 5n]))).toBeUndefined();
  });
  test('is smaller than every input', () => {
    expect(says('optimal_change', transactionOf([900n, 800n], [1_200n, 400n]))).toBe(1);
    expect(says('optimal_change', transactionOf([900n, 300n], [700n, 400n]))).toBeUndefined();
    expect(says('optimal_change', transactionOf([900n, 'unknown'], [700n, 100n]))).toBeUndefined();
  });
  test('is none of a single output, of a coinbase, or of data', () => {
    expect(findChange(transactionOf([9n, 8n], [5n]))).toEqual([]);
    expect(findChange(transactionOf([9n, 8n], [5n, { value: 0n, type: 'op_return' }]))).toEqual([]);
    expect(findChange({ ...transactionOf([9n, 8n], [5n, 6n]), coinbase: true })).toEqual([]);
  });
});

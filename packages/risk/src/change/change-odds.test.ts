import { describe, expect, test } from 'vitest';
import { transactionOf } from '../transaction.fixture.ts';
import { fingerprintOf, type WalletFingerprint } from './find-change.ts';
import {
  changeOdds,
  type ChangeSignal,
  changeSignals,
  type ChangeWeights,
  oddsOfSignals,
} from './change-odds.ts';

const weights: ChangeWeights = {
  ...(Object.fromEntries(changeSignals.map((signal) => [signal, 0])) as Record<ChangeSignal, number>),
  script_type: Math.log(9),
  no_change: 0,
};

describe('odds of change', () => {
  test('are the shares of e to the sums of the weights', () => {
    const { outputs, none } = oddsOfSignals([['script_type'], []], weights);
    expect(outputs[0]).toBeCloseTo(9 / 11);
    expect(outputs[1]).toBeCloseTo(1 / 11);
    expect(none).toBeCloseTo(1 / 11);
  });
  test('do not depend on what all outputs have in common, but for no change', () => {
    const { outputs } = oddsOfSignals([['script_type'], ['script_type']], weights);
    expect(outputs[0]).toBe(outputs[1]);
  });
  test('add up to 1 with the heaviest weights', () => {
    const heavy = { ...weights, script_type: 800, no_change: -800 };
    const { outputs, none } = oddsOfSignals([['script_type'], [], ['script_type']], heavy);
    expect(outputs).toEqual([0.5, 0, 0.5]);
    expect(none).toBe(0);
  });
  test('are high for the only output of the payer’s script type beside a round amount', () => {
    const tx = transactionOf(
      [{ value: 9_000_001n, key: 'a' }],
      [
        { value: 2_500_000n, type: 'p2tr' },
        { value: 6_123_457n, key: 'b' },
      ],
    );
    const odds = changeOdds(tx);
    expect(odds?.outputs.map(({ output, signals }) => [output, signals])).toEqual([
      [0, []],
      [1, ['script_type', 'uneven_amount']],
    ]);
    expect(odds?.outputs[1]?.probability).toBeGreaterThan(0.99);
    expect(odds?.none).toBeLessThan(0.01);
  });
  test('know a new address only if it is known of all outputs', () => {
    const tx = transactionOf([9n], [3n, 5n]);
    const fresh = (of: Record<string, boolean | undefined>) =>
      changeOdds(tx, { isFresh: (key) => of[key] })?.outputs.map(({ signals }) =>
        signals.includes('fresh_address'),
      );
    expect(fresh({ out0: true, out1: false })).toEqual([true, false]);
    expect(fresh({ out0: true })).toEqual([false, false]);
  });
  test('rise for an output that is spent as the same wallet would, and fall for one that is spent otherwise', () => {
    const tx = transactionOf([9n], [3n, 5n]);
    const [own, other] = [1, 2].map((version) => ({ version, locktime: false, replaceable: true }));
    const odds = (first?: WalletFingerprint, second?: WalletFingerprint) =>
      changeOdds(tx, {
        ...(own && { fingerprint: own }),
        spenderOf: (output) => [first, second][output],
      })?.outputs;
    const [one, two] = odds(own, other) ?? [];
    expect(one?.signals).toContain('same_software');
    expect(two?.signals).toContain('other_software');
    expect(one?.probability).toBeGreaterThan(0.9);
    expect(two?.probability).toBeLessThan(0.1);
    expect(changeOdds(tx, { spenderOf: () => own })?.outputs[0]?.signals).not.toContain('same_software');
  });
  test('a fingerprint is version, lock time, and whether a sequence number signals replaceability', () => {
    const made = (version: number, locktime: number, sequence: number) =>
      fingerprintOf({ version, locktime, inputs: [{ sequence: 0xffffffff }, { sequence }] });
    expect(made(2, 0, 0xfffffffd)).toEqual({ version: 2, locktime: false, replaceable: true });
    expect(made(1, 700_000, 0xfffffffe)).toEqual({ version: 1, locktime: true, replaceable: false });
  });
  test('need two outputs that can be spent', () => {
    expect(changeOdds(transactionOf([9n], [5n, { value: 0n, type: 'op_return' }]))).toBeUndefined();
    expect(changeOdds({ ...transactionOf([9n], [5n, 3n]), coinbase: true })).toBeUndefined();
  });
});

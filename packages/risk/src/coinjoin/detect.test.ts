import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { transactionOf, times } from '../transaction.fixture.ts';
import type { RiskTransaction } from '../transaction.ts';
import { detectCoinJoin } from './detect.ts';

const styleOf = (tx: RiskTransaction): string => {
  const verdict = detectCoinJoin(tx);
  return verdict.is === 'coinjoin' ? verdict.style : verdict.is;
};
/** Different amounts from a start on. */
const amounts = (count: number, from: bigint, step = 1_234_567n): bigint[] =>
  Array.from({ length: count }, (_, i) => from + BigInt(i) * step);

describe('Whirlpool', () => {
  const pool = 5_000_000n;
  const inputs = [pool, pool, pool + 10_000n, pool + 9_000n, pool + 302n];
  test('five to ten coins of a pool in and out', () => {
    expect(detectCoinJoin(transactionOf(inputs, times(5, pool)))).toEqual({
      is: 'coinjoin',
      style: 'whirlpool',
      evidence: {
        inputs: 5,
        unknownInputs: 0,
        outputs: 5,
        equalOutputs: 5,
        denomination: pool,
        participants: 5,
        standardOutputs: null,
      },
    });
    expect(styleOf(transactionOf([...inputs, ...times(3, pool)], times(8, pool)))).toBe('whirlpool');
  });
  test('the outputs tell also where inputs are not known', () => {
    const verdict = detectCoinJoin(transactionOf(times(5, 'unknown' as const), times(5, pool)));
    expect(verdict).toMatchObject({ style: 'whirlpool', evidence: { unknownInputs: 5 } });
  });
  test.each([
    ['an amount that is no pool', transactionOf(times(5, 7_010_000n), times(5, 7_000_000n))],
    ['one coin far above the pool', transactionOf([...times(4, pool), pool * 2n], times(5, pool))],
    ['one coin below the pool', transactionOf([...times(4, pool + 9_000n), pool - 1n], times(5, pool))],
    ['another script type', transactionOf(inputs, times(5, pool), 'p2pkh')],
    [
      'one address twice',
      transactionOf(
        inputs.map((value) => ({ value, key: 'one' })),
        times(5, pool),
      ),
    ],
    ['four coins', transactionOf(inputs.slice(0, 4), times(4, pool))],
    ['one output to two places', transactionOf(inputs, [...times(4, pool), { value: pool, key: 'out0' }])],
  ])('not: %s', (_, tx) => expect(styleOf(tx)).not.toBe('whirlpool'));
});

describe('Wasabi 1', () => {
  const amount = 9_876_543n;
  const round = transactionOf(amounts(14, 12_000_000n), [...times(12, amount), ...amounts(9, 300_000n)]);
  test('ten or more equal outputs of about 0.1 BTC with change', () => {
    expect(detectCoinJoin(round)).toMatchObject({
      style: 'wasabi1',
      evidence: { equalOutputs: 12, participants: 12, denomination: amount },
    });
  });
  test('not with fewer inputs than equal outputs', () => {
    expect(styleOf({ ...round, inputs: round.inputs.slice(0, 11) })).not.toBe('wasabi1');
  });
  test('not where an output has another script type', () => {
    const outputs = round.outputs.map((output, i) =>
      i === 15 ? { ...output, type: 'p2pkh' as const } : output,
    );
    expect(styleOf({ ...round, outputs })).toBe('equal_output');
  });
});

describe('Wasabi 2', () => {
  const standard = [
    2_097_152n,
    33_554_432n,
    5_000_000n,
    3_188_646n,
    531_441n,
    10_000_000n,
    354_294n,
    16_384n,
  ];
  const outputs = [...times(5, standard).flat(), ...amounts(3, 777_777n)];
  test('most outputs of standard amounts', () => {
    expect(detectCoinJoin(transactionOf(amounts(50, 400_000n), outputs))).toMatchObject({
      style: 'wasabi2',
      evidence: { standardOutputs: 40, participants: null },
    });
  });
  test('not a payout of round amounts', () => {
    const round = [50_000n, 100_000n, 200_000n, 500_000n, 1_000_000n];
    expect(styleOf(transactionOf(amounts(50, 400_000n), times(8, round).flat()))).not.toBe('wasabi2');
  });
  test('not where a quarter and more have other amounts', () => {
    expect(styleOf(transactionOf(amounts(50, 400_000n), [...outputs, ...amounts(20, 77_777n)]))).not.toBe(
      'wasabi2',
    );
  });
});

describe('JoinMarket', () => {
  test('the taker pays makers: inputs can be divided among participants', () => {
    const tx = transactionOf([148_798n, 1_448_113n], [100_420n, 46_981n, 1_347_800n, 100_420n]);
    expect(detectCoinJoin(tx)).toMatchObject({ style: 'joinmarket', evidence: { participants: 2 } });
  });
  test('not where they cannot', () => {
    expect(styleOf(transactionOf([148_798n, 2_448_113n], [100_420n, 546_981n, 1_847_800n, 100_420n]))).toBe(
      'none',
    );
  });
  test('not a payment in two equal parts with change', () => {
    expect(styleOf(transactionOf([5_000_000n, 8_000_000n], [5_003_000n, 5_003_000n, 2_990_000n]))).toBe(
      'none',
    );
  });
  test('unknown where inputs would decide', () => {
    expect(styleOf(transactionOf(['unknown', 'unknown'], [500_420n, 46_981n, 1_347_800n, 500_420n]))).toBe(
      'unknown',
    );
  });
  test('not dust', () => {
    expect(styleOf(transactionOf([20_000n, 30_000n], [546n, 19_000n, 29_000n, 546n]))).toBe('none');
  });
  test('rounds of random participants are found, whatever the order', () => {
    fc.assert(
      fc.property(
        fc.bigInt(2_000_000n, 50_000_000n),
        fc.array(fc.bigInt(200_000n, 90_000_000n), { minLength: 3, maxLength: 9 }),
        fc.infiniteStream(fc.nat(1000)),
        (amount, changes, luck) => {
          fc.pre(!changes.includes(amount));
          const shuffle = <T>(list: readonly T[]): T[] =>
            list
              .map((value) => ({ value, at: luck.next().value }))
              .toSorted((a, b) => Number(a.at) - Number(b.at))
              .map(({ value }) => value);
          const reward = 5_000n;
          const inputs = changes.flatMap((change, i) => {
            const paid = i === 0 ? reward * BigInt(changes.length - 1) + 10_000n : -reward;
            const total = amount + change + paid;
            return i % 2 === 0 ? [total] : [total / 3n, total - total / 3n];
          });
          const outputs = changes.flatMap((change) => [amount, change]);
          expect(styleOf(transactionOf(shuffle(inputs), shuffle(outputs)))).toBe('joinmarket');
        },
      ),
      propertyRuns(50),
    );
  });
});

describe('equal outputs of no known style', () => {
  const round = transactionOf(
    amounts(8, 3_000_000n),
    [...times(9, 1_000_000n), ...amounts(6, 300_000n)],
    'p2pkh',
  );
  test('found', () => {
    expect(detectCoinJoin(round)).toMatchObject({ style: 'equal_output', evidence: { equalOutputs: 9 } });
  });
  test('unknown where it depends on inputs that are not known', () => {
    expect(styleOf({ ...round, inputs: transactionOf(times(8, 'unknown' as const), []).inputs })).toBe(
      'unknown',
    );
  });
  test.each([
    [
      'a payout from one address',
      transactionOf(
        amounts(20, 5_000_000n).map((value) => ({ value, key: 'hot' })),
        [...times(9, 1_000_000n), ...amounts(6, 300_000n)],
      ),
    ],
    [
      'a payout of equal shares with one change',
      transactionOf(amounts(40, 900_000n), [...times(8, 4_000_000n), 123_456n]),
    ],
    [
      'a payout of many amounts',
      transactionOf(amounts(12, 9_000_000n), [...times(5, 1_000_000n), ...amounts(60, 100_000n)]),
    ],
    ['a consolidation', transactionOf(amounts(80, 900_000n), [99_000_000n])],
    ['a consolidation with change', transactionOf(amounts(80, 900_000n), [99_000_000n, 1_234_567n])],
  ])('not: %s', (_, tx) => expect(styleOf(tx)).toBe('none'));
});

test('a coinbase is none', () => {
  const tx = { ...transactionOf(times(5, 'unknown' as const), times(5, 5_000_000n)), coinbase: true };
  expect(styleOf(tx)).toBe('none');
});

test('whatever a transaction is, there is a verdict, and one without unknown inputs is never unknown', () => {
  const value = fc.oneof(
    fc.bigInt(0n, 2_100_000_000_000_000n),
    fc.constantFrom(5_000_000n, 10_000_000n, 546n),
  );
  const type = fc.constantFrom('p2wpkh', 'p2pkh', 'op_return', 'nonstandard', 'p2tr');
  fc.assert(
    fc.property(
      fc.array(fc.record({ value, type }), { maxLength: 60 }),
      fc.array(fc.record({ value, type }), { maxLength: 60 }),
      (inputs, outputs) => {
        expect(['coinjoin', 'none']).toContain(detectCoinJoin(transactionOf(inputs, outputs)).is);
      },
    ),
    propertyRuns(200),
  );
});

test('a transaction that is made to be hard to divide holds nobody up', () => {
  const outputs = [...times(30, 4_000_000n), ...amounts(30, 600_000n, 1_009n)];
  expect(styleOf(transactionOf(amounts(118, 1_180_000n, 7_919n), outputs))).toBe('joinmarket');
  const many = [...times(900, 4_000_000n), ...amounts(900, 600_000n, 1_009n)];
  expect(styleOf(transactionOf(amounts(2000, 5_000_000n, 7_919n), many))).toBe('equal_output');
});

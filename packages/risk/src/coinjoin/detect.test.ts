import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { transactionOf, times } from '../transaction.fixture.ts';
import type { RiskTransaction } from '../transaction.ts';
import { detectCoinJoin } from './detect.ts';
import {
  joinMarketRounds,
  payoutsOfThatForm,
  wabiSabiRounds,
  whirlpoolPreparations,
} from './rounds.fixture.ts';

const styleOf = (tx: RiskTransaction): string => {
  const verdict = detectCoinJoin(tx);
  return verdict.is === 'coinjoin' ? verdict.style : verdict.is;
};
const unknownInput = { known: false, key: undefined, value: undefined, type: undefined };
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

describe('what prepares coins for a Whirlpool pool', () => {
  test('is none, whatever its amounts', () => {
    fc.assert(
      fc.property(whirlpoolPreparations(), (tx) => {
        expect(styleOf(tx)).toBe('none');
      }),
      propertyRuns(200),
    );
  });
  test('nor are five parts and more with a fee and change, were the data output not seen', () => {
    fc.assert(
      fc.property(whirlpoolPreparations(), (tx) => {
        const outputs = tx.outputs.filter(({ type }) => type !== 'op_return');
        fc.pre(outputs.length > 6);
        expect(styleOf({ ...tx, outputs })).toBe('none');
      }),
      propertyRuns(200),
    );
  });
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
  const descending = (...values: bigint[]): bigint[] => values.toSorted((a, b) => (a < b ? 1 : -1));
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
  const coins = descending(...amounts(50, 400_000n));
  const outputs = descending(...times(5, standard).flat(), ...amounts(3, 777_777n));
  test('standard amounts, all from the largest to the smallest', () => {
    expect(detectCoinJoin(transactionOf(coins, outputs))).toMatchObject({
      style: 'wasabi2',
      evidence: { standardOutputs: 40, participants: null },
    });
  });
  test('with few inputs only in that order; many tell by their amounts alone', () => {
    const few = coins.slice(0, 14);
    expect(styleOf(transactionOf(few, outputs))).toBe('wasabi2');
    expect(styleOf(transactionOf(few, outputs.toReversed()))).not.toBe('wasabi2');
    expect(styleOf(transactionOf(few.toReversed(), outputs))).not.toBe('wasabi2');
    expect(styleOf(transactionOf(coins.toReversed(), outputs))).toBe('wasabi2');
  });
  test('not a payout of round amounts', () => {
    const round = [50_000n, 100_000n, 200_000n, 500_000n, 1_000_000n];
    expect(styleOf(transactionOf(coins, descending(...times(8, round).flat())))).not.toBe('wasabi2');
  });
  test('not where more than half have other amounts', () => {
    const many = descending(...outputs, ...amounts(40, 77_777n));
    expect(styleOf(transactionOf(coins, many))).not.toBe('wasabi2');
  });
  test('a round of thirteen coins, where everybody has change', () => {
    const round = descending(
      33_554_432n,
      ...times(2, 10_000_000n),
      ...times(2, 3_188_646n),
      1_062_882n,
      ...times(2, 524_288n),
      ...amounts(5, 91_177n),
    );
    const small = transactionOf(descending(...amounts(13, 700_001n)), round);
    expect(detectCoinJoin(small)).toMatchObject({ style: 'wasabi2', evidence: { standardOutputs: 8 } });
  });
  test('rounds by the rules of its protocol are found, also where inputs are not known', () => {
    fc.assert(
      fc.property(fc.noBias(wabiSabiRounds([10, 40])), fc.infiniteStream(fc.boolean()), (round, luck) => {
        expect(styleOf(round)).toBe('wasabi2');
        const inputs = round.inputs.map((input) => (luck.next().value ? input : unknownInput));
        expect(styleOf({ ...round, inputs })).toBe('wasabi2');
      }),
      propertyRuns(50),
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
  test('the example of Boltzmann: four participants, makers who ask for 0.4% (7d588d52…, 2015)', () => {
    const inputs = [260_994_463n, 98_615_817n, 84_911_243n, 20_112_774n, 79_168_410n];
    const equal = 84_077_613n;
    const outputs = [14_868_890n, equal, equal, 15_369_204n, 177_252_160n, equal, equal];
    expect(detectCoinJoin(transactionOf(inputs, outputs, 'p2pkh'))).toMatchObject({
      style: 'joinmarket',
      evidence: { participants: 4 },
    });
  });
  test('a taker who sends all it has to ten makers, one with two coins (0cb4870c…, 2025)', () => {
    const inputs = [
      119_639_941n,
      2_096_019_783n,
      807_203n,
      771_789_096n,
      6_378_734n,
      9_396_936n,
      16_543_929n,
      97_138_563n,
      14_401_514n,
      107_180_297n,
      5_637_331n,
      14_482_802n,
    ];
    const changes = [
      87_861n,
      113_283_033n,
      10_187_122n,
      2_089_662_830n,
      100_823_618n,
      90_781_833n,
      3_044_723n,
      8_045_121n,
      765_432_353n,
      8_125_627n,
    ];
    expect(detectCoinJoin(transactionOf(inputs, [...times(11, 6_357_366n), ...changes]))).toMatchObject({
      style: 'joinmarket',
      evidence: { participants: 11 },
    });
  });
  const market = {
    makers: [2, 8],
    coins: 1,
    amount: [1_000_000, 2_000_000_000],
    change: [27_300, 5_000_000_000],
  } as const;
  test.each([
    ['rounds by the rules of its protocol, of makers with one coin each', market],
    [
      'rounds of small amounts, as on test networks',
      { ...market, makers: [4, 8], amount: [27_300, 99_999], change: [200_000, 10_000_000] } as const,
    ],
  ])('%s are found', (_, of) => {
    fc.assert(
      fc.property(joinMarketRounds(of), (round) => {
        expect(styleOf(round)).toBe('joinmarket');
      }),
      propertyRuns(100),
    );
  });
  test('most where makers bring two coins, and however many they bring, a round is never taken for something else', () => {
    const rounds = fc.sample(fc.noBias(joinMarketRounds({ ...market, coins: 2 })), { numRuns: 400, seed: 1 });
    expect(rounds.filter((round) => styleOf(round) === 'joinmarket').length).toBeGreaterThanOrEqual(390);
    fc.assert(
      fc.property(joinMarketRounds({ ...market, coins: 6, amount: [27_300, 2_000_000_000] }), (round) => {
        expect(styleOf(round)).not.toBe('none');
      }),
      propertyRuns(30),
    );
  });
  test('a taker who sends many coins at once', () => {
    const makers = amounts(4, 30_000_000n, 7_654_321n);
    const equal = 25_000_000n;
    const paid = equal + 4n * 500n + 9_000n;
    const taker = [...amounts(29, 100_000n, 17n), paid - 29n * 100_000n - 17n * 406n];
    const outputs = [...times(5, equal), ...makers.map((coin) => coin - equal + 500n)];
    expect(styleOf(transactionOf([...makers, ...taker], outputs))).toBe('joinmarket');
  });
  test('unknown where three bring so many coins that any amounts might fit', () => {
    const inputs = [
      1_711_113n,
      2_307_871n,
      1_201_009n,
      899_777n,
      2_511_333n,
      1_903_717n,
      1_333_331n,
      707_921n,
      1_607_553n,
      1_811_119n,
      1_409_957n,
      1_000_003n,
    ];
    expect(styleOf(transactionOf(inputs, [...times(3, 4_000_000n), 2_000_000n, 456_802n, 1_819_632n]))).toBe(
      'unknown',
    );
  });
  describe('not', () => {
    const [inputs, outputs] = [
      [5_321_000n, 8_765_000n, 12_345_678n],
      [5_000_000n, 321_600n, 5_000_000n, 3_765_600n, 5_000_000n, 7_335_678n],
    ] as const;
    const round = transactionOf(inputs, outputs);
    const withOutput = (at: number, part: Partial<RiskTransaction['outputs'][number]>): RiskTransaction => ({
      ...round,
      outputs: round.outputs.map((output, i) => (i === at ? { ...output, ...part } : output)),
    });
    test('while this one is', () => expect(styleOf(round)).toBe('joinmarket'));
    test.each<[string, RiskTransaction]>([
      ['an output back to an address that pays', withOutput(1, { key: 'in2' })],
      ['two outputs to one address', withOutput(1, { key: 'out0' })],
      ['makers who pay for it', withOutput(1, { value: 320_900n })],
      ['makers who earn too much', withOutput(1, { value: 351_600n })],
      ['change that no maker keeps', withOutput(1, { value: 27_299n })],
      [
        'a data output',
        { ...round, outputs: [...round.outputs, { key: undefined, value: 0n, type: 'op_return' }] },
      ],
    ])('%s', (_, tx) => expect(styleOf(tx)).toBe('none'));
    test('both of two who pay for it: a wallet that poses as two has that form (Stonewall)', () => {
      const posed = transactionOf([10_000_000n, 1_380_000n], [100_000n, 9_895_000n, 100_000n, 1_275_000n]);
      expect(styleOf(posed)).toBe('none');
    });
    test('payouts of that form, but for one in a hundred at most', () => {
      const payouts = fc.sample(fc.noBias(payoutsOfThatForm()), { numRuns: 400, seed: 1 });
      expect(payouts.filter((tx) => styleOf(tx) === 'joinmarket').length).toBeLessThanOrEqual(4);
    });
    test('a payout in equal parts from so many coins that sums fit by chance', () => {
      const coins = amounts(40, 510_003n, 70_001n);
      const parts = [...times(3, 7_000_000n), 1_234_567n, 2_345_678n];
      const rest = coins.reduce((sum, coin) => sum + coin, 0n) - 21_000_000n - 3_580_245n - 20_000n;
      expect(styleOf(transactionOf(coins, [...parts, rest]))).toBe('none');
    });
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
      'a payout that gives change to an address that pays',
      transactionOf(amounts(20, 5_000_000n), [
        ...times(9, 1_000_000n),
        ...amounts(5, 300_000n),
        { value: 99_999_999n, key: 'in3' },
      ]),
    ],
    [
      'a payout of equal shares with a fee and one change',
      transactionOf(amounts(40, 900_000n), [...times(8, 4_000_000n), 50_000n, 123_456n]),
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

test('whatever a transaction is, there is a verdict', () => {
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
        expect(['coinjoin', 'none', 'unknown']).toContain(detectCoinJoin(transactionOf(inputs, outputs)).is);
      },
    ),
    propertyRuns(200),
  );
});

test('a transaction that is made to be hard to divide holds nobody up', () => {
  const outputs = [...times(30, 4_000_000n), ...amounts(30, 600_000n, 1_009n)];
  expect(styleOf(transactionOf(amounts(118, 1_180_000n, 7_919n), outputs))).toBe('equal_output');
  const many = [...times(900, 4_000_000n), ...amounts(900, 600_000n, 1_009n)];
  expect(styleOf(transactionOf(amounts(2000, 5_000_000n, 7_919n), many))).toBe('equal_output');
  // Everybody's sum needs the one large coin, with any of the small ones.
  const large = 900_000_000_000n;
  const coins = [large, ...amounts(30, 100_001n, 1n)];
  const sums = amounts(9, large - 50_000_000n + 100_100n, 1n);
  expect(styleOf(transactionOf(coins, [...times(10, 50_000_000n), ...sums]))).toBe('equal_output');
});

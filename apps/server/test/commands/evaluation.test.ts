import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectDemoFacts, type DemoFacts } from '../../src/evaluation/demo-facts.ts';
import { evaluateChange } from '../../src/evaluation/evaluate-change.ts';
import { evaluateClusters } from '../../src/evaluation/evaluate-clusters.ts';
import { evaluateCoinJoins } from '../../src/evaluation/evaluate-coinjoins.ts';
import { evaluateDeposits } from '../../src/evaluation/evaluate-deposits.ts';
import { valueOf } from '../../src/evaluation/ratio.ts';
import { evaluateRecorded } from '../../src/evaluation/recorded.ts';
import { areaUnder } from '../../src/evaluation/risk-figures.ts';
import { describeWithFiles, realFile } from '../support/recorded/real-files.ts';

describe('On a demo network', () => {
  let facts: DemoFacts;
  beforeAll(() => {
    const length = 150 * 86_400;
    facts = collectDemoFacts({
      seed: 11,
      start: 1_750_000_000 - length,
      length,
      blockInterval: 3600,
      transactions: 15_000,
      ethereumTransactions: 0,
    });
  });

  test('clusters hold addresses of one owner, and nothing is joined through PayJoins', () => {
    const { pairs, members, payJoins, addresses, memberRecall } = evaluateClusters(facts);
    expect(addresses).toBeGreaterThan(5000);
    expect(valueOf(pairs)).toBeGreaterThanOrEqual(0.999);
    expect(valueOf(members)).toBeGreaterThanOrEqual(0.999);
    expect(payJoins.of).toBeGreaterThan(20);
    expect(valueOf(payJoins)).toBeGreaterThanOrEqual(0.99);
    expect(valueOf(memberRecall)).toBeGreaterThan(0.05);
  });

  test('a wrong owner would be seen', () => {
    const [one] = facts.transactions.filter(({ kind }) => kind === 'consolidation');
    const [key] = (one?.tx.inputs ?? []).flatMap((input) => input.key ?? []);
    if (key === undefined) throw new Error('no consolidation');
    const owners = new Map([...facts.owners, [key, { wallet: -5, entity: 'somebody else' }] as const]);
    const { pairs, members } = evaluateClusters({ ...facts, owners });
    expect(pairs.right).toBeLessThan(pairs.of);
    expect(members.right).toBe(members.of - 1);
  });

  test('CoinJoins are found with their style, and nothing else is taken for one', () => {
    const { precision, recall, undecided, confused, styles } = evaluateCoinJoins(facts.transactions);
    expect(recall.of).toBeGreaterThan(100);
    expect(valueOf(precision)).toBeGreaterThanOrEqual(0.99);
    expect(valueOf(recall)).toBeGreaterThanOrEqual(0.95);
    expect(recall.right + undecided.right).toBeGreaterThanOrEqual(0.99 * recall.of);
    expect(confused.right).toBe(0);
    // The demo's makers bring more coins than can always be told apart.
    for (const [style, least] of [
      ['whirlpool', 1],
      ['joinmarket', 0.6],
      ['equal_output', 1],
    ] as const) {
      const evaluated = styles.find((one) => one.style === style);
      expect(evaluated?.recall.of, style).toBeGreaterThan(0);
      expect(valueOf(evaluated?.recall ?? { right: 0, of: 1 }), style).toBeGreaterThanOrEqual(least);
    }
  });

  test('change and deposit addresses are suggested rightly', () => {
    for (const { heuristic, precision } of evaluateChange(facts.transactions)) {
      expect(precision.of, heuristic).toBeGreaterThan(100);
      expect(valueOf(precision), heuristic).toBeGreaterThanOrEqual(0.99);
    }
    const { precision } = evaluateDeposits(facts);
    expect(precision.right).toBe(precision.of);
  });
});

test('the area under the curve counts equal scores half', () => {
  // Of six pairs: 3 beats both, 2 beats 1 and equals 2, 1 equals 1: 2 + 1.5 + 0.5.
  expect(areaUnder([3, 2, 1], [1, 2])).toBe(0.6667);
  expect(areaUnder([], [1])).toBeNull();
});

describeWithFiles('On mainnet', ['blk_560062_560073.dat', 'esplora/api-responses'], () => {
  test('seven Whirlpools and one Wasabi in a block, none in twelve others, and single ones by their style', () => {
    const found = evaluateRecorded(dirname(realFile('blk_560062_560073.dat'))).map(({ name, coinJoins }) => [
      name.replace(/.*: /, ''),
      coinJoins.map(({ style, equal }) => `${style} ${equal}`).toSorted(),
    ]);
    expect(Object.fromEntries(found)).toMatchObject({
      'Block 702,861 (September 2021), isolated': [
        'wasabi1 60',
        ...Array.from({ length: 7 }, () => 'whirlpool 5'),
      ],
      'Blocks 560,062 to 560,073 (January 2019)': [],
      'wabisabi-coinjoin': ['wasabi2 20'],
      'whirlpool-coinjoin': ['whirlpool 5'],
      'joinmarket-coinjoin': ['joinmarket 2'],
      'batch-withdrawal-143': [],
      'dust-attack-555': [],
    });
  });
});

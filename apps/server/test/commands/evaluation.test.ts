import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectDemoFacts, type DemoFacts } from '../../src/evaluation/demo-facts.ts';
import { evaluateChange } from '../../src/evaluation/evaluate-change.ts';
import { evaluateClusters } from '../../src/evaluation/evaluate-clusters.ts';
import { evaluateCoinJoins } from '../../src/evaluation/evaluate-coinjoins.ts';
import { evaluateDeposits } from '../../src/evaluation/evaluate-deposits.ts';
import { valueOf } from '../../src/evaluation/ratio.ts';
import { demoChangeCases, recordedChangeCases } from '../../src/evaluation/change-cases.ts';
import { evaluateChangeOdds, sureOdds } from '../../src/evaluation/evaluate-change-odds.ts';
import { evaluateRecorded, readConsecutive } from '../../src/evaluation/recorded.ts';
import { type SpentAddress, spentAddressOf } from '../../src/evaluation/spent-address.ts';
import { trainChange } from '../../src/evaluation/train-change.ts';
import { storeOutputs } from '../../src/ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { byteKey } from '../../src/ledger/shared/byte-keys.ts';
import { decodeBlock, toHex } from '@hopscope/chain';
import { simulateBitcoin } from '@hopscope/demo';
import { type ChangeSignal, oddsOfSignals } from '@hopscope/risk';
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

  test('odds of change are as good as they say, and probable change makes clusters larger, not wrong', () => {
    const { precision, recall, calibrationError } = evaluateChangeOdds(demoChangeCases(facts.transactions));
    expect(recall.of).toBeGreaterThan(5000);
    expect(valueOf(precision)).toBeGreaterThanOrEqual(0.99);
    expect(valueOf(recall)).toBeGreaterThanOrEqual(0.5);
    expect(calibrationError).toBeLessThanOrEqual(0.03);
    const [firm, probable] = [evaluateClusters(facts), evaluateClusters(facts, sureOdds)];
    expect(valueOf(probable.pairs)).toBeGreaterThanOrEqual(0.995);
    expect(probable.memberRecall.right).toBeGreaterThan(1.5 * firm.memberRecall.right);
  });
});

test('training finds the weights that made the cases', () => {
  // Of 40 payments with one output of the payer's script type, it is the change in 36; the other signals say nothing.
  const outputs: ChangeSignal[][] = [['script_type', 'uneven_amount'], ['uneven_amount']];
  const cases = Array.from({ length: 40 }, (_, i) => ({ outputs, change: i % 10 === 0 ? 1 : 0 }));
  const weights = trainChange([{ cases, withNone: false }]);
  expect(oddsOfSignals(outputs, { ...weights, no_change: -100 }).outputs[0]).toBeCloseTo(0.9, 2);
  expect(weights.uneven_amount).toBeCloseTo(0);
  expect(weights).toMatchObject({ address_reuse: 0, no_change: 0 });
});

test('scripts of inputs tell the address that they spend from', () => {
  const seen = new Map<string, number>();
  const outputs = new Map<string, SpentAddress[]>();
  const length = 40 * 86_400;
  const simulation = simulateBitcoin({
    seed: 3,
    start: 1_750_000_000 - length,
    length,
    blockInterval: 3600,
    transactions: 3000,
    ethereumTransactions: 0,
    hashing: nativeHashing,
  });
  for (let at = 0; at <= length; at += 3600) {
    const block = decodeBlock(simulation.next(1_750_000_000 - length + at).bytes, { hashing: nativeHashing });
    for (const [index, tx] of block.transactions.entries()) {
      for (const input of index === 0 ? [] : tx.inputs) {
        const spent = outputs.get(toHex(input.prevTxid))?.[input.prevVout];
        const { key, type } = spentAddressOf(input);
        // A bare public key and a Taproot key path don't show in the input.
        if (!spent || spent.type === 'p2pk' || spent.type === 'p2tr') expect(key).toBeUndefined();
        else expect({ key, type }).toEqual({ key: spent.key, type: spent.type });
        seen.set(String(spent?.type), (seen.get(String(spent?.type)) ?? 0) + 1);
      }
      const paid = storeOutputs(tx, nativeHashing);
      outputs.set(
        toHex(tx.txid),
        paid.map(({ key, type }) => ({ key: key && byteKey(key), type })),
      );
    }
  }
  for (const type of ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr', 'p2pk'])
    expect(seen.get(type), type).toBeGreaterThan(0);
});

test('the area under the curve counts equal scores half', () => {
  // Of six pairs: 3 beats both, 2 beats 1 and equals 2, 1 equals 1: 2 + 1.5 + 0.5.
  expect(areaUnder([3, 2, 1], [1, 2])).toBe(0.6667);
  expect(areaUnder([], [1])).toBeNull();
});

describeWithFiles('On mainnet', ['blk_560062_560073.dat', 'esplora/api-responses'], () => {
  test('change that later spends reveal is where its odds say', () => {
    const folder = dirname(realFile('blk_560062_560073.dat'));
    const { retrospective, reused } = recordedChangeCases(readConsecutive(folder));
    expect([retrospective.length, reused.length]).toEqual([274, 6116]);
    const { precision, recall, surestHalf, calibrationError } = evaluateChangeOdds(retrospective);
    expect(valueOf(precision)).toBeGreaterThanOrEqual(0.99);
    expect(valueOf(recall)).toBeGreaterThanOrEqual(0.4);
    expect(valueOf(surestHalf)).toBeGreaterThanOrEqual(0.99);
    expect(calibrationError).toBeLessThanOrEqual(0.03);
  });

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

import { movementsOfTransaction, internalTransfers, toHex } from '@hopscope/chain';
import { secondsOfDay } from '@hopscope/domain';
import { beforeAll, expect, test } from 'vitest';
import { evaluateConversions } from './evaluate-conversions.ts';
import { evaluateCrossings } from './evaluate-crossings.ts';
import { evaluateMixerLinks } from './evaluate-mixer-links.ts';
import { collectEthereumRiskTruth, type EthereumRiskTruth } from './ethereum-risk-truth.ts';

let truth: EthereumRiskTruth;
beforeAll(() => {
  const length = 90 * secondsOfDay;
  truth = collectEthereumRiskTruth({
    seed: 5,
    start: 1_750_000_000 - length,
    length,
    blockInterval: 3600,
    transactions: 2000,
    ethereumTransactions: 6000,
  });
});

test('what an account received is what the blocks pay it, and parts of it are never more', () => {
  const received = new Map<string, bigint>();
  for (const { block, receipts, traces } of truth.bundles) {
    const internal = traces ? internalTransfers(traces, block.header) : [];
    for (const [i, tx] of block.transactions.entries()) {
      const receipt = receipts[i];
      if (!receipt) throw new Error('no receipt');
      const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
      const facts = { tx, receipt, header: block.header, failed: receipt.success === false, internal: own };
      for (const { kind, from, to, token, amount } of movementsOfTransaction({
        ...facts,
        isFake: () => false,
      })) {
        if (kind === 'fee' || token || !to || (from && toHex(from) === toHex(to))) continue;
        received.set(toHex(to), (received.get(toHex(to)) ?? 0n) + amount);
      }
    }
    for (const { address, amount } of block.withdrawals ?? [])
      received.set(toHex(address), (received.get(toHex(address)) ?? 0n) + amount);
  }
  let tainted = 0;
  for (const one of truth.addresses.values()) {
    const name = one.address.slice(2).toLowerCase();
    if (one.asset === undefined) expect(one.received, one.address).toBe(received.get(name) ?? 0n);
    expect(one.indirectIllicit + one.indirectRisky).toBeLessThanOrEqual(one.received);
    expect(one.illicitForward + one.riskyForward).toBeLessThanOrEqual(one.received);
    if (one.indirectIllicit > 0n) {
      tainted += 1;
      expect(one.hops).toBeGreaterThan(0);
      expect(one.sources.size).toBeGreaterThan(0);
    }
  }
  expect(tainted).toBeGreaterThan(20);
});

test('every swap is a conversion, and what else converts is the sale of a collectible', () => {
  const { precision, recall } = evaluateConversions(truth);
  expect(recall.of).toBeGreaterThan(100);
  expect(recall.right).toBe(recall.of);
  expect(precision.right).toBe(precision.of);
  // It counts what is wrong, too.
  const kinds = new Map([...truth.kinds].map(([hash]) => [hash, 'payment' as const]));
  const { bundles, conversions } = truth;
  const none = new Map<string, never[]>();
  const wrong = evaluateConversions({ bundles, kinds, conversions: none });
  expect(wrong.precision).toEqual({ right: 0, of: precision.of });
  const more = new Map(
    [...conversions].map(([hash, list]) => [
      hash,
      list.map((each) => ({ ...each, got: { ...each.got, amount: each.got.amount + 1n } })),
    ]),
  );
  const missed = evaluateConversions({ bundles, kinds: truth.kinds, conversions: more }).recall;
  expect(missed.of).toBe(recall.of);
  expect(missed.right).toBeLessThan(recall.right / 10);
});

test('every transfer over the bridge is found as an exact crossing, of its two transactions', () => {
  const { precision, recall } = evaluateCrossings(truth);
  expect(recall.of).toBeGreaterThan(3);
  expect(recall.right).toBe(recall.of);
  expect(precision).toEqual(recall);
  // It counts what is wrong, and what is missing, too.
  const wrong = new Map([...truth.crossed].map(([txid, deposit]) => [txid, { ...deposit, payout: '' }]));
  const counted = evaluateCrossings({ bundles: truth.bundles, crossed: wrong });
  expect([counted.precision, counted.recall]).toEqual([
    { right: 0, of: recall.of },
    { right: 0, of: recall.of },
  ]);
  const [[first] = []] = [...truth.crossed];
  const fewer = new Map([...truth.crossed].filter(([txid]) => txid !== first));
  expect(evaluateCrossings({ bundles: truth.bundles, crossed: fewer }).precision.of).toBe(recall.of - 1);
});

test('links of withdrawals from the mixer are counted by heuristic, and who made the deposits is known', async () => {
  expect(truth.mixed.size).toBeGreaterThan(100);
  const { precision, recall } = await evaluateMixerLinks(truth);
  expect(recall.of).toBe(truth.mixed.size);
  for (const { right, of } of Object.values(precision)) {
    expect(of).toBeGreaterThan(0);
    expect(right).toBeGreaterThan(0);
  }
  // It counts what is wrong, too.
  const wrong = await evaluateMixerLinks({ bundles: truth.bundles, mixed: new Map() });
  expect(wrong.recall).toEqual({ right: 0, of: recall.of });
  expect(Object.values(wrong.precision).map(({ right }) => right)).toEqual(
    Object.keys(precision).map(() => 0),
  );
});

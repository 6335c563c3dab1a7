import {
  addressKeyOfScript,
  bitcoinSide,
  classifyScript,
  type Crossing,
  crossingsOf,
  crossingTransaction,
  decodeBlock,
  demoChainId,
  fromDisplayHash,
  type EthereumTransaction,
  nobleHashing,
  type PaidOutput,
  proofOfCrossing,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { expect, test } from 'vitest';
import { make, options } from './simulation.fixture.ts';

interface Paid {
  tx: EthereumTransaction;
  crossing: Crossing;
}

test('every payout of the bridge names its deposit, which asks for it and pays the key that signed it; every mint its payment', () => {
  const { blocks, bitcoinBlocks, events } = make(options);
  const deposits = new Map<string, PaidOutput[]>();
  for (const { bytes } of bitcoinBlocks) {
    for (const { txid, outputs } of decodeBlock(bytes).transactions) {
      deposits.set(
        toDisplayHash(txid),
        outputs.map(({ script, value }) => ({
          type: classifyScript(script),
          key: addressKeyOfScript(script),
          value,
          script,
        })),
      );
    }
  }
  const payouts: Paid[] = blocks.flatMap(({ block, receipts }) =>
    block.transactions.flatMap((tx, i) =>
      crossingsOf(receipts[i]?.logs ?? [], demoChainId).map((crossing) => ({ tx, crossing })),
    ),
  );
  const truth = events.flatMap((event) => (event.type === 'bridge' ? [event] : []));
  const named = payouts.map(({ tx, crossing }) => {
    const { transaction, amount } = crossing;
    const outputs = deposits.get(transaction ?? '') ?? [];
    const bitcoin = bitcoinSide(fromDisplayHash(transaction ?? ''), outputs);
    expect(proofOfCrossing(crossing, crossingTransaction(tx), bitcoin, nobleHashing)).toEqual({
      proof: 'exact',
      output: 0,
    });
    return `${transaction} ${toHex(tx.hash)} ${outputs[0]?.value} ${amount}`;
  });
  const expected = truth.flatMap((leg) => {
    if (leg.blockchain !== 'ethereum') return [];
    const into = truth.find((each) => each.blockchain === 'bitcoin' && each.transfer === leg.transfer);
    const txid = into?.blockchain === 'bitcoin' ? toDisplayHash(into.txid) : '';
    return [`${txid} ${toHex(leg.hash)} ${leg.sats} ${leg.token ? leg.sats : leg.wei}`];
  });
  expect(named).toEqual(expected);
  expect(named.length).toBeGreaterThan(3);
  expect(new Set(payouts.map(({ crossing }) => crossing.protocol)).size).toBe(2);
});

import { type Crossing, redemptionKeysOf, toDisplayHash } from '@hopscope/chain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import type { StoredTx } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import type { CrossedTransaction } from './bitcoin-payouts.ts';
import { paidRedemptions } from './paid-redemptions.ts';

const filled = (byte: number, length = 20): Uint8Array => new Uint8Array(length).fill(byte);
const [bridge, lookAlike] = [filled(1), filled(2)];
const none = {
  direction: 'out',
  claimed: false,
  protocol: 'tBTC',
  chain: { id: null, name: 'Bitcoin' },
  account: null,
  recipient: null,
  transaction: null,
  deposit: null,
  redemption: null,
  payment: null,
  asset: null,
  amount: null,
} as const;
const key = (hash: number): Uint8Array => Uint8Array.of(0x10, ...filled(hash));
const scripts = [11, 12, 13];
const wallets = [21, 22];

/** A transaction of a wallet that pays scripts. */
function paymentOf(wallet: number, paid: readonly number[], number: number) {
  const prevout = { kind: 'known' as const, position: 0, vout: 0, type: 'p2wpkh' as const, value: 9n };
  const record: StoredTx = {
    version: 2,
    locktime: 0,
    segwit: true,
    coinbase: false,
    size: 100,
    strippedSize: 80,
    inputs: [{ prevout: { ...prevout, key: key(wallet) }, sequence: 0, scriptSize: 0, witnessSize: 0 }],
    outputs: paid.map((script) => ({ type: 'p2wpkh', key: key(script), value: 5n, script: undefined })),
  };
  return { txid: Uint8Array.of(...filled(7, 31), number), record };
}

const keyOf = (wallet: number, script: number): string => {
  const { record } = paymentOf(wallet, [script], 0);
  const spent = record.inputs.map(({ prevout }) => (prevout.kind === 'known' ? prevout : undefined));
  return redemptionKeysOf(spent, record.outputs)[0] ?? '';
};

function placed(order: number, crossing: Partial<Crossing>): CrossedTransaction {
  // Two events in each transaction.
  const [position, logIndex] = [Math.floor(order / 2), order % 2];
  const stored = { position } as StoredEthereumTx;
  return { stored, crossings: [{ ...none, contract: bridge, logIndex, ...crossing }] };
}

const step = fc.record({
  kind: fc.constantFrom('ask', 'pay', 'expire', 'imitate'),
  wallet: fc.constantFrom(...wallets),
  scripts: fc.uniqueArray(fc.constantFrom(...scripts), { minLength: 1 }),
});

test('a payment is for the open requests of its wallet and scripts, as the contract counts them', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
      (steps, randoms) => {
        const open = new Map<string, number>();
        const events: CrossedTransaction[] = [];
        const payments: { payout: ReturnType<typeof paymentOf>; expected: number[] }[] = [];
        steps.forEach(({ kind, wallet, scripts: paid }, order) => {
          const [script = 11] = paid;
          const asked = keyOf(wallet, script);
          const redemption = { key: asked, least: 0n, most: 9n };
          if (kind === 'ask' && !open.has(asked)) {
            open.set(asked, order);
            events.push(placed(order, { redemption }));
          } else if (kind === 'imitate') {
            events.push(placed(order, { redemption, contract: lookAlike }));
          } else if (kind === 'expire') open.delete(asked);
          else if (kind === 'pay') {
            const due = paid.filter((each) => open.has(keyOf(wallet, each)));
            if (due.length === 0) return;
            const payout = paymentOf(wallet, due, order);
            payments.push({ payout, expected: due.map((each) => open.get(keyOf(wallet, each)) ?? -1) });
            for (const each of due) open.delete(keyOf(wallet, each));
            events.push(placed(order, { redemption: 'paid', transaction: toDisplayHash(payout.txid) }));
          }
        });
        const ranked = events.map((event, i) => ({ event, rank: randoms[i] ?? 0 }));
        const shuffled = ranked.toSorted((a, b) => a.rank - b.rank).map(({ event }) => event);
        for (const { payout, expected } of payments) {
          const found = paidRedemptions(payout, shuffled).map(
            ({ deposit, crossing }) => deposit.stored.position * 2 + crossing.logIndex,
          );
          expect(new Set(found)).toEqual(new Set(expected));
          expect(found).toHaveLength(expected.length);
        }
      },
    ),
  );
});

test('without the word of the contract, a payment is for nothing', () => {
  const redemption = { key: keyOf(21, 11), least: 0n, most: 9n };
  const payout = paymentOf(21, [11], 1);
  const request = placed(0, { redemption });
  const paid = { redemption: 'paid', transaction: toDisplayHash(payout.txid) } as const;
  expect(paidRedemptions(payout, [request, placed(4, paid)])).toHaveLength(1);
  const others: readonly (readonly CrossedTransaction[])[] = [
    [request],
    // Of another contract, of another transaction, and before it was asked for.
    [request, placed(4, { ...paid, contract: lookAlike })],
    [request, placed(4, { ...paid, transaction: 'ab'.repeat(32) })],
    [placed(6, { redemption }), placed(4, paid)],
    // Of another wallet, and of another script.
    [placed(0, { redemption: { ...redemption, key: keyOf(22, 11) } }), placed(4, paid)],
    [placed(0, { redemption: { ...redemption, key: keyOf(21, 12) } }), placed(4, paid)],
  ];
  for (const around of others) expect(paidRedemptions(payout, around)).toEqual([]);
});

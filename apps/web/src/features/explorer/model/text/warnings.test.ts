import type { TransactionInputView } from '@hopscope/contract';
import { expect, it } from 'vitest';
import {
  feeWarnings,
  isReused,
  lookAlikesOf,
  lookAlikesOfMovements,
  lookAlikeWarning,
  warningsOf,
} from './warnings.ts';

const own = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const alike = 'bc1qw508qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqf3t4';

function input(addr: string): TransactionInputView {
  return {
    addr,
    amt: 1000,
    script_type: 'p2wpkh',
    txid: 'aa',
    vout: 0,
    block: 1,
    sequence: 0,
    script_size: 0,
    witness_size: 0,
  };
}

/** A payment of `amt` from one address to another. */
function payment(from: string, to: string, amt: number, fee_amt: number | null) {
  return {
    direction: to === own ? 'in' : 'out',
    coinbase: false,
    truncated: false,
    output_amt: amt,
    fee_amt,
    inputs: [input(from)],
    outputs: [
      {
        addr: to,
        amt,
        index: 0,
        script_type: 'p2wpkh',
        spent: 'unspent',
        spent_by: null,
        op_return: null,
      },
    ],
  } satisfies Parameters<typeof warningsOf>[0];
}

const names = (tx: ReturnType<typeof payment>) => warningsOf(tx, own).map(({ name }) => name);

it('dust is what the address received below the limit of its type', () => {
  expect(names(payment('x', own, 293, 1))).toEqual(['Dust']);
  expect(names(payment('x', own, 294, 1))).toEqual([]);
  expect(names(payment(own, 'x', 293, 1))).toEqual([]);
});

it('a high fee is one of its own payments, never one that is unknown', () => {
  expect(names(payment(own, 'x', 1000, 101))).toEqual(['High fee']);
  expect(names(payment(own, 'x', 1000, 100))).toEqual([]);
  expect(names(payment(own, 'x', 1000, null))).toEqual([]);
  expect(names(payment('x', own, 1000, 101))).toEqual([]);
});

it('a fee rate is high at more than five times the median of the block, once that is known', () => {
  const paid = { fee_amt: 900, output_amt: 100_000 };
  const named = (rate: string | null, median: string | null) =>
    feeWarnings(paid, { own: rate, median }).map(({ name }) => name);
  expect(named('50.01', '10.00')).toEqual(['High fee rate']);
  expect(feeWarnings(paid, { own: '50.01', median: '10.00' })[0]?.reason).toContain('50.01 sat/vB');
  expect(named('50.00', '10.00')).toEqual([]);
  expect(named('50.01', null)).toEqual([]);
  expect(feeWarnings(paid)).toEqual([]);
  expect(feeWarnings({ ...paid, fee_amt: null }, { own: null, median: '1.00' })).toEqual([]);
  expect(feeWarnings({ fee_amt: 900, output_amt: 1 }, { own: '60.00', median: '10.00' })).toHaveLength(2);
});

it('look-alikes are found among the address and its counterparties, and the whole other address is named', () => {
  const found = lookAlikesOf(own, [payment(alike, own, 1000, 1), payment('x', own, 1000, 1)]);
  expect(lookAlikeWarning(own, found)?.reason).toContain(alike);
  expect(lookAlikeWarning(alike, found)?.reason).toContain(own);
  expect(lookAlikeWarning('x', found)).toBeUndefined();
});

it('the same among movements, in any capitals', () => {
  const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const fake = '0xd8da000000000000000000000000000000006045';
  const ether = {
    type: 'ether',
    contract: null,
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    token_id: null,
    fake: false,
  } as const;
  const row = { kind: 'transfer', direction: 'in', from: fake, to: ada, asset: ether } as const;
  expect([...lookAlikesOfMovements(ada, [row]).keys()]).toEqual([ada, fake]);
});

it('an address is reused once it was paid twice', () => {
  expect(isReused([{ received: 1 }, { received: 0 }])).toBe(false);
  expect(isReused([{ received: 1 }, { received: 2 }])).toBe(true);
});

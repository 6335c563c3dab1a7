import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CounterpartyFlows, counterpartyFlows } from './counterparty-flows.ts';
import { transactionOf } from './transaction.fixture.ts';
import type { RiskTransaction } from './transaction.ts';

const shares = ({ parts }: CounterpartyFlows): Record<string, bigint | undefined> =>
  Object.fromEntries(parts.map(({ key, amount }) => [key, amount]));

/** Received less spent of an address. */
function netOf(tx: RiskTransaction, own: string): bigint {
  const of = (sides: RiskTransaction['inputs'] | RiskTransaction['outputs']): bigint =>
    sides.reduce((sum, { key, value }) => sum + (key === own ? (value ?? 0n) : 0n), 0n);
  return of(tx.outputs) - of(tx.inputs);
}

const flows = (tx: RiskTransaction, own: string): CounterpartyFlows =>
  counterpartyFlows(tx, netOf(tx, own), own);

describe('What a transaction moved between an address and others', () => {
  test('one spender: what each output says, the fee, and nothing to itself', () => {
    const tx = transactionOf(
      [{ value: 100n, key: 'a' }],
      [
        { value: 60n, key: 'b' },
        { value: 30n, key: 'a' },
        { value: 5n, key: 'c' },
      ],
    );
    expect(flows(tx, 'a')).toMatchObject({
      direction: 'out',
      amount: 70n,
      fees: 5n,
      other: 0n,
      unknown: 0n,
    });
    expect(shares(flows(tx, 'a'))).toEqual({ b: 60n, c: 5n });
    expect(shares(flows(tx, 'b'))).toEqual({ a: 60n });
  });

  test('two spenders: in proportion, both of what goes out and of what comes in', () => {
    const tx = transactionOf(
      [
        { value: 30n, key: 'a' },
        { value: 10n, key: 'b' },
      ],
      [
        { value: 20n, key: 'c' },
        { value: 16n, key: 'd' },
      ],
    );
    // Of 30: 20/40 to c, 16/40 to d, 4/40 for the fee.
    expect(shares(flows(tx, 'a'))).toEqual({ c: 15n, d: 12n });
    expect(flows(tx, 'a').fees).toBe(3n);
    // Of 20: 30/40 from a, 10/40 from b.
    expect(shares(flows(tx, 'c'))).toEqual({ a: 15n, b: 5n });
  });

  test('an output that pays one of the spenders is change, not a payment', () => {
    const tx = transactionOf(
      [
        { value: 30n, key: 'a' },
        { value: 10n, key: 'b' },
      ],
      [
        { value: 25n, key: 'c' },
        { value: 14n, key: 'b' },
      ],
    );
    expect(shares(flows(tx, 'a'))).toEqual({ c: 28n });
    expect(flows(tx, 'a').fees).toBe(2n);
    expect(shares(flows(tx, 'b'))).toEqual({ a: 4n });
  });

  test('coins of a block, outputs without an address, and inputs that are not known', () => {
    const coinbase: RiskTransaction = { ...transactionOf([], [{ value: 50n, key: 'm' }]), coinbase: true };
    expect(flows(coinbase, 'm')).toMatchObject({ direction: 'in', fees: 50n, parts: [] });
    const lost: RiskTransaction = {
      ...transactionOf([{ value: 9n, key: 'a' }], []),
      outputs: [{ key: undefined, value: 7n, type: 'op_return' }],
    };
    expect(flows(lost, 'a')).toMatchObject({ amount: 9n, other: 7n, fees: 2n, parts: [] });
    const half = transactionOf([{ value: 9n, key: 'a' }, 'unknown'], [{ value: 12n, key: 'b' }]);
    expect(flows(half, 'a')).toMatchObject({ amount: 9n, unknown: 9n, fees: 0n });
    expect(shares(flows(half, 'a'))).toEqual({ b: undefined });
    expect(shares(flows(half, 'b'))).toEqual({ a: undefined });
    expect(flows(half, 'b').unknown).toBe(12n);
  });

  test('any transaction: the parts add up to what came in or went out, none is negative', () => {
    const side = fc.record({
      value: fc.bigInt(0n, 2_100_000_000_000_000n),
      key: fc.constantFrom('a', 'b', 'c', 'd'),
    });
    const transaction = fc
      .tuple(fc.array(side, { minLength: 1, maxLength: 6 }), fc.array(side, { maxLength: 6 }), fc.nat(3))
      .map(([inputs, outputs, unknown]) => {
        const given = inputs.map((input, i) =>
          unknown > 0 && i % 4 === unknown ? ('unknown' as const) : input,
        );
        // Outputs of more than the inputs hold exist only where an input is unknown.
        const total = inputs.reduce((sum, { value }) => sum + value, 0n);
        let left = total;
        const paid = outputs.map((output) => {
          const value = output.value < left ? output.value : left;
          left -= value;
          return { ...output, value };
        });
        return transactionOf(given, paid);
      });
    fc.assert(
      fc.property(transaction, fc.constantFrom('a', 'b', 'c', 'd'), (tx, own) => {
        const { amount, parts, fees, other, unknown } = flows(tx, own);
        const known = parts.reduce((sum, part) => sum + (part.amount ?? 0n), 0n);
        expect(known + fees + other + unknown).toBe(amount);
        expect(
          [amount, fees, other, unknown, ...parts.map((part) => part.amount ?? 0n)].every((n) => n >= 0n),
        ).toBe(true);
        expect(parts.every(({ key }) => key !== own)).toBe(true);
        expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
      }),
    );
  });
});

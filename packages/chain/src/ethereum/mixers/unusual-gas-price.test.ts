import { expect, test } from 'vitest';
import { toHex } from '../../bytes.ts';
import { gasPriceOfNote, unusualGasPrice } from './unusual-gas-price.ts';

const gwei = 1_000_000_000n;
const found = (gasPrice: bigint | null, maxFeePerGas: bigint | null = null, tip: bigint | null = null) => {
  const bytes = unusualGasPrice({ gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip });
  return bytes && toHex(bytes);
};
const hex = (price: bigint): string => price.toString(16).padStart(32, '0');

test('a gas price is unusual with more than three decimals of a gwei', () => {
  for (const price of [0n, gwei, 7n * gwei, 7n * gwei + 500_000_000n, 7_123n * 1_000_000n]) {
    expect(found(price)).toBeUndefined();
    expect(found(null, price, 1n)).toBeUndefined();
  }
  for (const price of [1n, 999_999n, 7n * gwei + 1n, 7n * gwei + 123_400_000n + 1_000n]) {
    expect(found(price)).toBe(`00${hex(price)}`);
    expect(found(null, price, gwei)).toBe(`02${hex(gwei)}${hex(price)}`);
  }
});

test('prices of other types, or with another priority fee, differ', () => {
  const price = 7n * gwei + 1n;
  const all = [found(price), found(null, price, 0n), found(null, price, 1n), found(null, price + 1n, 1n)];
  expect(new Set(all).size).toBe(4);
  expect(found(null, price)).toBe(found(null, price, 0n));
});

test('prices that nobody can pay, and none, are no prices', () => {
  expect(found(null)).toBeUndefined();
  expect(found(1n << 128n)).toBeUndefined();
  expect(found((1n << 128n) + 1n)).toBeUndefined();
  expect(found(null, 1n, 1n << 128n)).toBeUndefined();
  expect(found((1n << 128n) - 1n)).toBe(`00${'ff'.repeat(16)}`);
});

test('of a withdrawal, the price counts if no relayer was paid, or the recipient sent it', () => {
  const [ada, bob, cy] = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte));
  const tx = {
    from: ada ?? new Uint8Array(20),
    gasPrice: 1n,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
  };
  const counts = (recipient: Uint8Array | null = null, relayer: Uint8Array | null = null): boolean =>
    gasPriceOfNote({ recipient, relayer }, tx) !== undefined;
  expect(counts()).toBe(true);
  expect(counts(bob)).toBe(true);
  expect(counts(ada, cy)).toBe(true);
  expect(counts(bob, cy)).toBe(false);
  expect(counts(bob, ada)).toBe(false);
  expect(gasPriceOfNote({ recipient: null, relayer: null }, { ...tx, gasPrice: gwei })).toBeUndefined();
});

import type { RiskTransaction } from './transaction.ts';

/** People type amounts with few digits: at most three, followed by at least four zeros. */
const leastZeros = 10_000n;

/** Tests whether an amount looks typed: at most three digits before trailing zeros, and at least 10,000 satoshis. */
export function isRound(value: bigint): boolean {
  if (value < leastZeros || value % leastZeros !== 0n) return false;
  let digits = value / leastZeros;
  while (digits % 10n === 0n) digits /= 10n;
  return digits < 1000n;
}

/**
 * Tests whether a transaction resembles a PayJoin (BIP78), a payment to which the payee adds a coin. It has two outputs and
 * inputs of several addresses, and either inputs of different script types (two wallets), or an output that is round after
 * subtracting an input. A PayJoin without either can't be distinguished from a payment.
 */
export function resemblesPayJoin(tx: RiskTransaction): boolean {
  const outputs = tx.outputs.filter(({ type }) => type !== 'op_return');
  if (outputs.length !== 2 || tx.inputs.length < 2) return false;
  const types = new Set(tx.inputs.flatMap(({ type }) => (type === undefined ? [] : [type])));
  if (types.size > 1) return true;
  if (outputs.some(({ value }) => isRound(value))) return false;
  return tx.inputs.some(
    (input) => input.value !== undefined && outputs.some(({ value }) => isRound(value - (input.value ?? 0n))),
  );
}

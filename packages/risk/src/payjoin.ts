import type { RiskTransaction } from './transaction.ts';

/** People type amounts of few digits: at most three, the rest zeros, of which there are at least four. */
const leastZeros = 10_000n;

/** Whether an amount looks typed by hand: at most three digits that are not trailing zeros, at least 10,000 satoshis. */
export function isRound(value: bigint): boolean {
  if (value < leastZeros || value % leastZeros !== 0n) return false;
  let digits = value / leastZeros;
  while (digits % 10n === 0n) digits /= 10n;
  return digits < 1000n;
}

/**
 * Whether a transaction looks like a PayJoin (BIP78): a payment to which the payee adds a coin of its own. It has two outputs
 * and inputs of several addresses, and either inputs of different script types (two wallets' software), or an output that is
 * round only once an input is taken away from it: the amount paid, on top of the coin that the payee added. A PayJoin that
 * avoids both cannot be told from a payment.
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

import { shareOut } from './exposure/share-out.ts';
import type { RiskTransaction } from './transaction.ts';

/** What one transaction moved between an address and others, in satoshis: `amount` = parts + fees + other + unknown. */
export interface CounterpartyFlows {
  readonly direction: 'in' | 'out' | 'self';
  /** Totals by direction. */
  readonly amount: bigint;
  /** Counterparties by address key; `amount` is undefined if unknown. */
  readonly parts: readonly CounterpartyShare[];
  /** Fees paid (out), new coins (in). */
  readonly fees: bigint;
  /** To or from outputs without address. */
  readonly other: bigint;
  /** With unknown counterparty or amount. */
  readonly unknown: bigint;
}

interface CounterpartyShare {
  readonly key: string;
  /** Satoshis. */
  readonly amount: bigint | undefined;
}

interface Side {
  key: string | undefined;
  value: bigint;
}

/** One entry for each address, in the order of first appearance. */
function merge(sides: readonly Side[]): Side[] {
  const merged = new Map<string | undefined, Side>();
  for (const { key, value } of sides) {
    const before = merged.get(key);
    if (before) before.value += value;
    else merged.set(key, { key, value });
  }
  return [...merged.values()];
}

function valueOf(all: readonly { value: bigint }[]): bigint {
  return all.reduce((total, { value }) => total + value, 0n);
}

/** Divides an amount over the sides and the fee in proportion. */
function divide(
  direction: 'in' | 'out',
  amount: bigint,
  sides: readonly Side[],
  fee: bigint,
): CounterpartyFlows {
  const merged = merge(sides);
  const shares = shareOut(amount, [...merged.map(({ value }) => value), fee]);
  const parts: CounterpartyShare[] = [];
  let other = 0n;
  merged.forEach(({ key }, i) => {
    const share = shares[i] ?? 0n;
    if (key === undefined) other += share;
    else parts.push({ key, amount: share });
  });
  return { direction, amount, parts, fees: shares.at(-1) ?? 0n, other, unknown: 0n };
}

/** Counterparties with unknown amounts. */
function uncertain(direction: 'in' | 'out', amount: bigint, sides: readonly Side[]): CounterpartyFlows {
  const parts = merge(sides).flatMap(({ key }) => (key === undefined ? [] : [{ key, amount: undefined }]));
  return { direction, amount, parts, fees: 0n, other: 0n, unknown: amount };
}

/**
 * Returns the payers or payees of an address in a transaction. `net` is received minus spent.
 *
 * Received amounts come from the other inputs in proportion; spent amounts go to the outputs that pay no input address, and
 * to the fee, in proportion (pro rata, called "haircut" by M. Möser, R. Böhme, D. Breuker: Towards Risk Scoring of Bitcoin
 * Transactions, 2014). If only one address spends, each output has its own amount. If an input is unknown, so are all
 * amounts.
 */
export function counterpartyFlows(tx: RiskTransaction, net: bigint, own: string): CounterpartyFlows {
  const nothing = { parts: [], fees: 0n, other: 0n, unknown: 0n };
  if (net === 0n) return { ...nothing, direction: 'self', amount: 0n };
  if (net > 0n && tx.coinbase) return { ...nothing, direction: 'in', amount: net, fees: net };
  const spent = tx.inputs.flatMap(({ key, value }): Side[] => (value === undefined ? [] : [{ key, value }]));
  const isComplete = spent.length === tx.inputs.length;
  if (net > 0n) {
    const payers = spent.filter(({ key }) => key !== own);
    return isComplete && valueOf(payers) > 0n ? divide('in', net, payers, 0n) : uncertain('in', net, payers);
  }
  const spenders = new Set(spent.flatMap(({ key }) => (key === undefined ? [] : [key])));
  const paid = tx.outputs.filter(({ key }) => key === undefined || !spenders.has(key));
  if (!isComplete) return uncertain('out', -net, paid);
  return divide('out', -net, paid, valueOf(spent) - valueOf(tx.outputs));
}

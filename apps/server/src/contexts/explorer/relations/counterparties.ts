import type { History, Passage } from './address-history.ts';

/** Payments between an address and a counterparty in one direction. */
export interface CounterpartySum {
  key: string;
  /** Undefined: no transaction between them has a known amount. */
  amount: bigint | undefined;
  transactions: number;
  withoutAmount: number;
  /** The newest transaction between them. */
  last: { txid: string; block: number };
  /** The newest transactions between them, in which crossings are looked for; newest first. */
  crossable: string[];
}

export interface Sums {
  amount: bigint;
  counterparties: bigint;
  fees: bigint;
  other: bigint;
  unknown: bigint;
}

export interface Counterparties {
  in: Map<string, CounterpartySum>;
  out: Map<string, CounterpartySum>;
  sums: { in: Sums; out: Sums };
  /** The newest transaction, by key, in which both addresses spent and that indicates one owner. */
  together: Map<string, string>;
  /** Blocks of the read transactions by txid, newest first. */
  txids: Map<string, number>;
  /** Number of read transactions, or movements. */
  read: number;
}

export function emptySums(): Sums {
  return { amount: 0n, counterparties: 0n, fees: 0n, other: 0n, unknown: 0n };
}

/** Transactions with a counterparty in which crossings are looked for. */
const mostCrossable = 20;

/** Returns sums as answers show them. */
export function presentSums({ amount, counterparties, fees, other, unknown }: Sums) {
  return {
    amt: String(amount),
    counterparties: String(counterparties),
    fees: String(fees),
    other: String(other),
    unknown: String(unknown),
  };
}

function count(
  into: Map<string, CounterpartySum>,
  { key, amount }: Passage['parts'][number],
  last: CounterpartySum['last'],
): void {
  const counterparty = into.get(key) ?? {
    key,
    amount: undefined,
    transactions: 0,
    withoutAmount: 0,
    last,
    crossable: [],
  };
  counterparty.transactions++;
  if (counterparty.crossable.length < mostCrossable && counterparty.crossable.at(-1) !== last.txid) {
    counterparty.crossable.push(last.txid);
  }
  if (amount === undefined) counterparty.withoutAmount++;
  else counterparty.amount = (counterparty.amount ?? 0n) + amount;
  into.set(key, counterparty);
}

function add(found: Counterparties, passage: Passage, own: string): void {
  const { txid, block, direction, parts } = passage;
  if (txid !== null) found.txids.set(txid, block);
  for (const key of passage.together) {
    if (key !== own && txid !== null && !found.together.has(key)) found.together.set(key, txid);
  }
  if (direction === 'self') return;
  const sums = found.sums[direction];
  sums.amount += passage.amount;
  sums.fees += passage.fees;
  sums.other += passage.other;
  sums.unknown += passage.unknown;
  for (const part of parts) {
    sums.counterparties += part.amount ?? 0n;
    if (txid !== null) count(found[direction], part, { txid, block });
  }
}

/** Returns the counterparties of an address and the amounts, in its newest `most` transactions. */
export async function findCounterparties(history: History, most: number): Promise<Counterparties> {
  const sums = { in: emptySums(), out: emptySums() };
  const found: Counterparties = {
    in: new Map(),
    out: new Map(),
    sums,
    together: new Map(),
    txids: new Map(),
    read: 0,
  };
  for await (const part of history.passages(most)) {
    for (const passage of part) add(found, passage, history.key);
    found.read += part.length;
  }
  return found;
}

const larger = (a: bigint | undefined, b: bigint | undefined): number => {
  const [left, right] = [a ?? -1n, b ?? -1n];
  return left < right ? 1 : left > right ? -1 : 0;
};

type Order = 'amount' | 'transactions';

/** Sorts by amount or by number of transactions, largest first, then by the other, then by key. */
export function sortCounterparties(counterparties: Iterable<CounterpartySum>, by: Order): CounterpartySum[] {
  return [...counterparties].sort((a, b) => {
    const amounts = larger(a.amount, b.amount);
    const counts = b.transactions - a.transactions;
    const first = by === 'amount' ? amounts || counts : counts || amounts;
    return first || (a.key < b.key ? -1 : 1);
  });
}

const sorted = new WeakMap<
  ReadonlyMap<string, CounterpartySum>,
  Partial<Record<Order, readonly CounterpartySum[]>>
>();

/**
 * Returns all counterparties of one direction in order. An address can have tens of thousands, so they are sorted once: they must
 * not change afterwards.
 */
export function counterpartiesBy(
  counterparties: ReadonlyMap<string, CounterpartySum>,
  by: Order,
): readonly CounterpartySum[] {
  const orders = sorted.get(counterparties) ?? {};
  sorted.set(counterparties, orders);
  return (orders[by] ??= sortCounterparties(counterparties.values(), by));
}

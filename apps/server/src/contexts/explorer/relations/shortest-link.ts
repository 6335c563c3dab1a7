import { type Counterparties, counterpartiesBy, sortCounterparties } from './counterparties.ts';
import type { Histories } from './address-history.ts';

/** A payment from one address to another. */
export interface Hop {
  from: string;
  to: string;
  txid: string;
  block: number;
}

/** Limits of a search through intermediate addresses. */
export interface LinkBudget {
  /** Addresses whose transactions are checked, in each direction. */
  addresses: number;
  /** Newest transactions of each. */
  transactions: number;
}

export interface Link {
  path: Hop[] | null;
  /** True if everything within three payments was checked. */
  complete: boolean;
  addresses: number;
  transactions: number;
}

/** An address with its counterparties by key. */
export interface End {
  address: string;
  key: string;
  flows: Counterparties;
  /** True if all its transactions were read. */
  isComplete: boolean;
}

interface Search {
  histories: Histories;
  addressOf(key: string): string;
  budget: LinkBudget;
}

function hop(from: string, to: string, { txid, block }: { txid: string; block: number }): Hop {
  return { from, to, txid, block };
}

/** Returns a payment from one to the other. */
function direct(a: End, b: End): Hop[] | null {
  const paid = a.flows.out.get(b.key) ?? b.flows.in.get(a.key);
  return paid ? [hop(a.address, b.address, paid.last)] : null;
}

/** Returns a link through one address that the first paid and that paid the second: the one with the most payments. */
function overOne(a: End, b: End, addressOf: (key: string) => string): Hop[] | null {
  const shared = sortCounterparties(
    [...a.flows.out.values()].filter(({ key }) => b.flows.in.has(key)),
    'transactions',
  );
  const [best] = shared;
  const arrived = best && b.flows.in.get(best.key);
  if (!best || !arrived) return null;
  const middle = addressOf(best.key);
  return [hop(a.address, middle, best.last), hop(middle, b.address, arrived.last)];
}

/** Returns a link through two addresses: reads recent payments of the addresses that the first paid. */
async function overTwo(a: End, b: End, search: Search): Promise<Link> {
  const { budget, histories, addressOf } = search;
  const reached = counterpartiesBy(a.flows.out, 'transactions');
  const tried = new Map(
    reached.slice(0, budget.addresses).map((counterparty) => [counterparty.key, counterparty]),
  );
  const found = await histories.newest([...tried.keys()], budget.transactions);
  const read = found.reduce((sum, { passages }) => sum + passages.length, 0);
  const complete =
    found.length === reached.length && found.every(({ passages, total }) => passages.length >= total);
  const looked = { complete, addresses: found.length, transactions: read };
  for (const { key, passages } of found) {
    const first = tried.get(key);
    if (!first) continue;
    for (const { direction, parts, txid, block } of passages) {
      if (direction !== 'out' || txid === null) continue;
      for (const second of parts) {
        const arrived = b.flows.in.get(second.key);
        if (!arrived || second.key === a.key) continue;
        const [middle, last] = [addressOf(key), addressOf(second.key)];
        const path = [
          hop(a.address, middle, first.last),
          hop(middle, last, { txid, block }),
          hop(last, b.address, arrived.last),
        ];
        return { ...looked, path };
      }
    }
  }
  return { ...looked, path: null };
}

/** Returns the shortest chain of at most three payments between two addresses, in either direction. */
export async function findLink(a: End, b: End, search: Search): Promise<Link> {
  const known = {
    complete: a.isComplete && b.isComplete,
    addresses: 2,
    transactions: a.flows.read + b.flows.read,
  };
  const near =
    direct(a, b) ?? direct(b, a) ?? overOne(a, b, search.addressOf) ?? overOne(b, a, search.addressOf);
  if (near) return { ...known, path: near, complete: near.length === 1 || known.complete };
  const there = await overTwo(a, b, search);
  const back = there.path ? undefined : await overTwo(b, a, search);
  const all = [known, there, ...(back ? [back] : [])];
  return {
    path: there.path ?? back?.path ?? null,
    complete: all.every(({ complete }) => complete),
    addresses: all.reduce((sum, { addresses }) => sum + addresses, 0),
    transactions: all.reduce((sum, { transactions }) => sum + transactions, 0),
  };
}

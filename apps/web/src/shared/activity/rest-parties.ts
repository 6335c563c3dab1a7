import type { FlowParty } from './flow-layout.ts';

/** What went to or came from nobody who can be named, in base units as text. */
export interface RestSums {
  readonly fees: string;
  readonly other: string;
  readonly unknown: string;
}

type Party = FlowParty & { amount: bigint; transactions: number };

/** A party without a page and without a risk. */
export function nobody(id: string, name: string, amount: bigint): Party {
  return { id, name, address: null, level: 'unknown', amount, transactions: 0 };
}

/** Returns the parts of a side that have no counterpart; with the counterparts, they add up to the side. */
export function restParties({ fees, other, unknown }: RestSums, direction: 'in' | 'out'): Party[] {
  return [
    nobody('fees', direction === 'in' ? 'New coins' : 'Network fees', BigInt(fees)),
    nobody('other', 'No address', BigInt(other)),
    nobody('unknown', 'Unknown amounts', BigInt(unknown)),
  ];
}

import { byteKey } from '../../../ledger/shared/byte-keys.ts';

/** An address on the other side of a transaction. */
export interface Party {
  readonly key: Uint8Array;
  /** In the smallest unit; null if it can't be split. */
  readonly amount: bigint | null;
}

/** Counterparties of a monitored address in a transaction. */
export interface CounterpartyFlow {
  /** The largest first. */
  readonly parties: readonly Party[];
  /** False: there are other, unknown counterparties. */
  readonly isComplete: boolean;
  /** Addresses that it spends from, the largest first. */
  readonly senders: readonly Uint8Array[];
}

/** Sums by address; what has none is left out. */
export function sumByKey(
  sides: Iterable<{ readonly key: Uint8Array | undefined; readonly value: bigint }>,
): Map<string, { key: Uint8Array; value: bigint }> {
  const sums = new Map<string, { key: Uint8Array; value: bigint }>();
  for (const { key, value } of sides) {
    if (!key) continue;
    const name = byteKey(key);
    sums.set(name, { key, value: (sums.get(name)?.value ?? 0n) + value });
  }
  return sums;
}

/** The largest first; equal ones in the order of their addresses. */
export function largestFirst<T extends { readonly key: Uint8Array; readonly value: bigint }>(
  sums: Iterable<T>,
): T[] {
  return [...sums].sort((a, b) =>
    a.value === b.value ? Buffer.compare(a.key, b.key) : a.value < b.value ? 1 : -1,
  );
}

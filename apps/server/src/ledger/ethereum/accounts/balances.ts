import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts } from '../../shared/byte-keys.ts';
import { findAccounts, slotOfAddress } from './accounts.ts';

const partSize = 2_000;

/** Total balance of several addresses. */
export interface EtherSum {
  /** Wei; null if the balance of one of them before the lowest block is unknown. */
  readonly amount: bigint | null;
  /** Number of addresses that the ledger contains. */
  readonly seen: number;
}

/**
 * Returns the ether of different addresses (20 bytes) in the current ledger, in wei, by byte key; null if the balance before
 * the lowest block is unknown. Omits addresses that the ledger doesn't contain.
 */
export async function readEtherBalances(
  session: SqlSession,
  addresses: readonly Uint8Array[],
): Promise<Map<string, bigint | null>> {
  const balances = new Map<string, bigint | null>();
  for (const part of inParts(addresses, partSize)) {
    const { found } = await findAccounts(session, part, slotOfAddress);
    for (const address of part) {
      const account = found.get(byteKey(address));
      if (!account) continue;
      const { opening, ether } = account;
      balances.set(byteKey(address), opening === null ? null : opening + ether.received - ether.spent);
    }
  }
  return balances;
}

/** Sums the ether of different addresses (20 bytes) in the current ledger. */
export async function sumEther(session: SqlSession, addresses: readonly Uint8Array[]): Promise<EtherSum> {
  const balances = await readEtherBalances(session, addresses);
  let amount: bigint | null = 0n;
  for (const balance of balances.values()) {
    amount = amount === null || balance === null ? null : amount + balance;
  }
  return { amount, seen: balances.size };
}

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

/** Sums the ether of different addresses (20 bytes) in the current ledger. */
export async function sumEther(session: SqlSession, addresses: readonly Uint8Array[]): Promise<EtherSum> {
  let amount: bigint | null = 0n;
  let seen = 0;
  for (const part of inParts(addresses, partSize)) {
    const { found } = await findAccounts(session, part, slotOfAddress);
    for (const address of part) {
      const account = found.get(byteKey(address));
      if (!account) continue;
      seen++;
      const { opening, ether } = account;
      amount = amount === null || opening === null ? null : amount + opening + ether.received - ether.spent;
    }
  }
  return { amount, seen };
}

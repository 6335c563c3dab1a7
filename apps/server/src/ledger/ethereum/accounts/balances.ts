import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts } from '../../shared/byte-keys.ts';
import { findAccounts, homeOfAddress } from './accounts.ts';

const partSize = 2_000;

/** What addresses hold together. */
export interface EtherSum {
  /** Wei; null where what one of them had before the lowest block is not known. */
  readonly amount: bigint | null;
  /** Addresses that the ledger has seen. */
  readonly seen: number;
}

/** Sum of the ether of different addresses (20 bytes), in the ledger as it is. */
export async function sumEther(session: SqlSession, addresses: readonly Uint8Array[]): Promise<EtherSum> {
  let amount: bigint | null = 0n;
  let seen = 0;
  for (const part of inParts(addresses, partSize)) {
    const { found } = await findAccounts(session, part, homeOfAddress);
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

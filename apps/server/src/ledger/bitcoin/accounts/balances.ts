import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { slotOfKey } from './accounts.ts';
import { readAccount } from '../reader.ts';

const partSize = 5_000;

/** Total balance of several addresses. */
export interface BalanceSum {
  /** Satoshis. */
  readonly amount: bigint;
  /** Number of addresses that the ledger contains. */
  readonly seen: number;
}

/** Sums the unspent amounts of different address keys in the current ledger. */
export async function sumBalances(session: SqlSession, keys: readonly Uint8Array[]): Promise<BalanceSum> {
  let amount = 0n;
  let seen = 0;
  const add = (account: { received: bigint; spent: bigint }): void => {
    amount += account.received - account.spent;
    seen++;
  };
  for (const part of inParts(keys, partSize)) {
    const homes = new Map(part.map((key) => [slotOfKey(key), key]));
    const { rows } = await session.query<{ id: bigint; key: Uint8Array; received: bigint; spent: bigint }>(
      `select id, key, received, spent from btc_account where id = any(${int8Array(homes.keys())})`,
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const key of part) {
      const row = found.get(slotOfKey(key));
      if (!row) continue;
      if (byteKey(row.key) === byteKey(key)) add(row);
      else {
        // Another key occupies its slot: the account is in a later slot, or missing.
        const account = await readAccount(session, key);
        if (account) add(account);
      }
    }
  }
  return { amount, seen };
}

import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { homeOfKey } from './accounts.ts';
import { readAccount } from '../reader.ts';

const partSize = 5_000;

/** What addresses hold together. */
export interface BalanceSum {
  /** Satoshis. */
  readonly amount: bigint;
  /** Addresses that the ledger has seen. */
  readonly seen: number;
}

/** Sum of what different address keys have received and not spent, in the ledger as it is. */
export async function sumBalances(session: SqlSession, keys: readonly Uint8Array[]): Promise<BalanceSum> {
  let amount = 0n;
  let seen = 0;
  const add = (account: { received: bigint; spent: bigint }): void => {
    amount += account.received - account.spent;
    seen++;
  };
  for (const part of inParts(keys, partSize)) {
    const homes = new Map(part.map((key) => [homeOfKey(key), key]));
    const { rows } = await session.query<{ id: bigint; key: Uint8Array; received: bigint; spent: bigint }>(
      `select id, key, received, spent from btc_account where id = any(${int8Array(homes.keys())})`,
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const key of part) {
      const row = found.get(homeOfKey(key));
      if (!row) continue;
      if (byteKey(row.key) === byteKey(key)) add(row);
      else {
        // Another key has its place: it stands further on, or nowhere.
        const account = await readAccount(session, key);
        if (account) add(account);
      }
    }
  }
  return { amount, seen };
}

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

/**
 * Returns the unspent amounts of different address keys in the current ledger, in satoshis, by byte key; omits keys that it
 * doesn't contain.
 */
export async function readBalances(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (const part of inParts(keys, partSize)) {
    const homes = new Map(part.map((key) => [slotOfKey(key), key]));
    const { rows } = await session.query<{ id: bigint; key: Uint8Array; received: bigint; spent: bigint }>(
      `select id, key, received, spent from btc_account where id = any(${int8Array(homes.keys())})`,
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const key of part) {
      const row = found.get(slotOfKey(key));
      if (!row) continue;
      // Another key may occupy its slot: the account is in a later slot, or missing.
      const account = byteKey(row.key) === byteKey(key) ? row : await readAccount(session, key);
      if (account) balances.set(byteKey(key), account.received - account.spent);
    }
  }
  return balances;
}

/** Sums the unspent amounts of different address keys in the current ledger. */
export async function sumBalances(session: SqlSession, keys: readonly Uint8Array[]): Promise<BalanceSum> {
  const balances = await readBalances(session, keys);
  let amount = 0n;
  for (const balance of balances.values()) amount += balance;
  return { amount, seen: balances.size };
}

import { randomUUID } from 'node:crypto';
import { addressKeyOfScript, toHex } from '@hopscope/chain';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import type { TestChain } from '../ledger/chain-builder.ts';

/** A monitored address. */
export interface Monitored {
  id: string;
  organizationId: string;
  key: Uint8Array;
  /** Display form of the address. */
  text?: string;
  outgoing: boolean;
}

/** Returns entries of two organizations for each key: the first monitors incoming, the second also outgoing payments. */
export function entriesOf(keys: readonly Uint8Array[]): Monitored[] {
  const [first, second] = [randomUUID(), randomUUID()];
  return keys.flatMap((key) => [
    { id: randomUUID(), organizationId: first, key, outgoing: false },
    { id: randomUUID(), organizationId: second, key, outgoing: true },
  ]);
}

/** Returns the address keys that are paid most often in a chain. */
export function busiestKeys(chain: TestChain, count: number): Uint8Array[] {
  const paid = new Map<string, { key: Uint8Array; times: number }>();
  for (const { block } of chain.blocks) {
    for (const { outputs } of block.transactions) {
      for (const { script } of outputs) {
        const key = addressKeyOfScript(script, nativeHashing);
        if (!key) continue;
        const own = paid.get(toHex(key)) ?? { key, times: 0 };
        own.times++;
        paid.set(toHex(key), own);
      }
    }
  }
  return [...paid.values()]
    .sort((a, b) => b.times - a.times)
    .slice(0, count)
    .map(({ key }) => key);
}

/** Inserts entries as the API does, screened from 2009 on. */
export async function monitor(
  db: SqlDatabase,
  entries: readonly Monitored[],
  chain: 'bitcoin' | 'ethereum' = 'bitcoin',
): Promise<void> {
  await withSession(db, async (session) => {
    const { rows } = await session.query<{ last: bigint }>(
      `insert into monitored_change_counter (one, last) values (true, 2)
       on conflict (one) do update set last = monitored_change_counter.last + 1 returning last`,
    );
    for (const { id, organizationId, key, text = toHex(key), outgoing } of entries) {
      await session.query(
        `insert into monitored_address (id, organization_id, chain, key, address, is_active, outgoing, version, screen_from,
           change_number, created_by, created_at, updated_at)
         values ($1, $2, $8, $3, $4, true, $5, 1, '2009-01-01', $6::int8, $7, now(), now())`,
        [id, organizationId, key, text, outgoing, String(rows[0]?.last ?? 2n), randomUUID(), chain],
      );
    }
  });
}

/** Returns every row as one line: address entry, transaction, chain state, amounts. */
export async function screened(db: SqlDatabase, presence?: string): Promise<string[]> {
  return withSession(db, async (session) => {
    const { rows } = await session.query<{ line: string }>(
      `select concat_ws(' ', address_id, encode(txid, 'hex'), presence, coalesce(height, -1), direction, amount) as line
       from compliance_transaction where $1::text is null or presence = $1 order by line`,
      [presence ?? null],
    );
    return rows.map(({ line }) => line);
  });
}

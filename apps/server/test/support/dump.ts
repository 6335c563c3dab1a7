import { type SqlDatabase, withSession } from '../../src/db/session.ts';

const chainTables: readonly { name: string; key: string }[] = [
  { name: 'btc_ledger', key: 'one' },
  { name: 'btc_range', key: 'lo' },
  { name: 'btc_block', key: 'height' },
  { name: 'btc_tx', key: 'pos' },
  { name: 'btc_tx_lookup', key: 'key, pos' },
  { name: 'btc_account', key: 'id' },
  { name: 'btc_activity', key: 'id, chunk' },
  { name: 'btc_spend', key: 'outpoint' },
  { name: 'btc_unresolved', key: 'key, inpoint' },
  { name: 'btc_fork_block', key: 'hash' },
];

/** Every row of every chain table as text, in key order: equal text = the same bytes in all tables. */
export async function dumpLedger(db: SqlDatabase): Promise<string> {
  return withSession(db, async (session) => {
    const lines: string[] = [];
    for (const { name, key } of chainTables) {
      const { rows } = await session.query<{ line: string }>(
        `select t::text as line from ${name} t order by ${key}`,
      );
      lines.push(`== ${name}`, ...rows.map((row) => row.line));
    }
    return lines.join('\n');
  });
}

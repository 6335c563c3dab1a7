import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';

interface Table {
  name: string;
  key: string;
}

const bitcoinTables: readonly Table[] = [
  { name: 'btc_ledger', key: 'one' },
  { name: 'btc_range', key: 'lo' },
  { name: 'btc_block', key: 'height' },
  { name: 'btc_tx', key: 'pos' },
  { name: 'btc_tx_rest', key: 'pos' },
  { name: 'btc_tx_lookup', key: 'key, pos' },
  { name: 'btc_account', key: 'id' },
  { name: 'btc_activity', key: 'id, chunk' },
  { name: 'btc_days', key: 'id, part' },
  { name: 'btc_spend', key: 'outpoint' },
  { name: 'btc_unresolved', key: 'key, inpoint' },
  { name: 'btc_fork_block', key: 'hash' },
  { name: 'btc_cluster', key: 'id' },
  { name: 'btc_cluster_entity', key: 'id, entity' },
];

const ethereumTables: readonly Table[] = [
  { name: 'eth_ledger', key: 'one' },
  { name: 'eth_range', key: 'lo' },
  { name: 'eth_block', key: 'height' },
  { name: 'eth_tx', key: 'pos' },
  { name: 'eth_tx_lookup', key: 'key, pos' },
  { name: 'eth_account', key: 'id' },
  { name: 'eth_holding', key: 'id, asset' },
  { name: 'eth_list', key: 'id, list, chunk' },
  { name: 'eth_days', key: 'id, part' },
  { name: 'eth_asset', key: 'id' },
  { name: 'eth_fact', key: 'key, pos, log' },
];

const tablesOf = { bitcoin: bitcoinTables, ethereum: ethereumTables };

/** Recomputes clusters where blocks were added below them. */
export async function catchUpClusters(db: SqlDatabase, most = 1000): Promise<void> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  while ((await ledger.catchUpClusters(most)).behind);
}

/**
 * Returns every row of every table of a chain as text, in key order: equal texts mean equal bytes in all tables. Clusters catch
 * up first.
 */
export async function dumpLedger(db: SqlDatabase, chain: keyof typeof tablesOf = 'bitcoin'): Promise<string> {
  if (chain === 'bitcoin') await catchUpClusters(db);
  return withSession(db, async (session) => {
    const lines: string[] = [];
    for (const { name, key } of tablesOf[chain]) {
      const { rows } = await session.query<{ line: string }>(
        `select t::text as line from ${name} t order by ${key}`,
      );
      lines.push(`== ${name}`, ...rows.map((row) => row.line));
    }
    return lines.join('\n');
  });
}

/** Returns the first lines, with their tables, in which two dumps differ: `-` only in `dump`, `+` only in `expected`. */
export function differences(dump: string, expected: string, most = 20): string[] {
  const linesOf = (text: string): Set<string> => {
    let table = '';
    return new Set(
      text.split('\n').map((line) => {
        if (line.startsWith('== ')) table = line.slice(3);
        return `${table} ${line}`;
      }),
    );
  };
  const [own, others] = [linesOf(dump), linesOf(expected)];
  const only = (sign: string, lines: ReadonlySet<string>, without: ReadonlySet<string>): string[] =>
    [...lines]
      .filter((line) => !without.has(line))
      .map((line) => `${sign} ${line}`)
      .slice(0, most);
  return [...only('-', own, others), ...only('+', others, own)];
}

/** Returns a digest of every row of every table of the Bitcoin ledger, for ledgers too large for `dumpLedger`. */
export async function digestLedger(db: SqlDatabase): Promise<string[]> {
  await catchUpClusters(db);
  return withSession(db, async (session) => {
    const digests: string[] = [];
    for (const { name, key } of bitcoinTables) {
      const { rows } = await session.query<{ digest: string | null }>(
        `select md5(string_agg(md5(t::text), '' order by ${key})) as digest from ${name} t`,
      );
      digests.push(`${name} ${rows[0]?.digest ?? 'empty'}`);
    }
    return digests;
  });
}

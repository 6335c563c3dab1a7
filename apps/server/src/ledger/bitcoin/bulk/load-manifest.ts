import type { SqlSession } from '../../../db/session.ts';
import type { HeightRange } from '../ranges.ts';
import type { NetworkName } from '../ledger-row.ts';
import type { Totals } from '../blocks/batch.ts';
import type { Partitions } from './records.ts';

/** Progress of a load: written in the transaction that ends a segment. */
export interface LoadManifest {
  /** Name of the folder with the files of its runs. */
  readonly id: string;
  readonly network: NetworkName;
  readonly keepScripts: boolean;
  readonly partitions: Partitions;
  /** Number of complete segments; their runs are numbered from 0. */
  readonly segments: number;
  readonly ranges: readonly HeightRange[];
  /** Hash of the highest block, as hex digits in internal byte order. */
  readonly tip: string;
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly totals: Totals;
}

const version = 1;

export async function readManifest(session: SqlSession): Promise<LoadManifest | undefined> {
  const { rows } = await session.query<{ state: string }>('select state from btc_load');
  if (!rows[0]) return undefined;
  const stored = JSON.parse(rows[0].state, (_, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as LoadManifest & { version: number };
  return stored.version === version ? stored : undefined;
}

export async function writeManifest(session: SqlSession, manifest: LoadManifest): Promise<void> {
  const state = JSON.stringify({ version, ...manifest }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  await session.query(
    'insert into btc_load (state) values ($1) on conflict (one) do update set state = excluded.state',
    [state],
  );
}

export async function removeManifest(session: SqlSession): Promise<void> {
  await session.query('delete from btc_load');
}

import type { SqlSession } from '../../../db/session.ts';

/** The stored progress of a load, with bigints anywhere in it. */
export interface ManifestStore<Manifest> {
  /** Returns the stored progress; undefined if there is none, or of another version. */
  read(session: SqlSession): Promise<Manifest | undefined>;
  write(session: SqlSession, manifest: Manifest): Promise<void>;
  remove(session: SqlSession): Promise<void>;
}

/** Creates a store in a table with one row. */
export function createManifestStore<Manifest extends object>(
  table: 'btc_load' | 'eth_load',
  version: number,
): ManifestStore<Manifest> {
  return {
    async read(session) {
      const { rows } = await session.query<{ state: string }>(`select state from ${table}`);
      if (!rows[0]) return undefined;
      const stored = JSON.parse(rows[0].state, (_, value: unknown) =>
        typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
      ) as Manifest & { version: number };
      return stored.version === version ? stored : undefined;
    },
    async write(session, manifest) {
      const state = JSON.stringify({ version, ...manifest }, (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      );
      await session.query(
        `insert into ${table} (state) values ($1) on conflict (one) do update set state = excluded.state`,
        [state],
      );
    },
    async remove(session) {
      await session.query(`delete from ${table}`);
    },
  };
}

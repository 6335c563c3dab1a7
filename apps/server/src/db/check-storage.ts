import { type SqlDatabase, withSession } from './session.ts';
import { SqlError } from './sql-error.ts';

/** Result of PostgreSQL's own check (`amcheck`) of tables and indexes. */
export type StorageCheck =
  | { is: 'sound'; tables: number; indexes: number }
  | { is: 'damaged'; what: string; reason: string }
  /** The server has no `amcheck`, or this role may not use it. */
  | { is: 'not checked'; reason: string };

/**
 * Checks every table and every B-tree index with `amcheck` (PostgreSQL, "amcheck"): pages are intact, indexes are in order,
 * and each row is in its indexes. Stops at the first damage. Readers and writers aren't blocked.
 */
export async function checkStorage(
  db: SqlDatabase,
  options: { onProgress?(done: number, total: number): void; signal?: AbortSignal } = {},
): Promise<StorageCheck> {
  return withSession(db, async (session) => {
    try {
      await session.query('create extension if not exists amcheck');
      await session.query(`select 'bt_index_check(regclass, boolean)'::regprocedure`);
    } catch (error) {
      // The extension doesn't exist (0A000, 58P01), or this role may not add or use it (42501).
      if (error instanceof SqlError && /^(0A000|58P01|42501)$/.test(error.code))
        return { is: 'not checked', reason: error.message };
      throw error;
    }
    const { rows } = await session.query<{ name: string; kind: 'r' | 'i' }>(
      `select c.oid::regclass::text as name, c.relkind as kind
       from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_am a on a.oid = c.relam
       where c.relnamespace = 'public'::regnamespace
         and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree' and i.indisvalid and i.indisready))
       order by c.relkind desc, 1`,
    );
    let done = 0;
    for (const { name, kind } of rows) {
      options.signal?.throwIfAborted();
      const damage = kind === 'r' ? await heapDamage(name) : await indexDamage(name);
      if (damage !== undefined) return { is: 'damaged', what: name, reason: damage };
      options.onProgress?.(++done, rows.length);
    }
    const tables = rows.filter(({ kind }) => kind === 'r').length;
    return { is: 'sound', tables, indexes: rows.length - tables };

    async function heapDamage(name: string): Promise<string | undefined> {
      const found = await session.query<{ blkno: bigint; msg: string }>(
        'select blkno, msg from verify_heapam($1::regclass) limit 1',
        [name],
      );
      const [row] = found.rows;
      return row && `page ${row.blkno}: ${row.msg}`;
    }

    /** Returns the damage of an index, which `bt_index_check` throws. */
    async function indexDamage(name: string): Promise<string | undefined> {
      try {
        await session.query('select bt_index_check($1::regclass, true)', [name]);
        return undefined;
      } catch (error) {
        // XX002: index corrupted, XX001: data corrupted. Any other error isn't a finding.
        if (error instanceof SqlError && /^XX00[12]$/.test(error.code)) return error.message;
        throw error;
      }
    }
  });
}

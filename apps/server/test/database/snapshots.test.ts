import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../src/db/postgres.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../src/db/session.ts';
import { rememberByState } from '../../src/ledger/shared/state-memo.ts';
import { until } from '../../../../test/until.ts';
import { countStatements } from '../support/counting-database.ts';
import { createPostgresDatabase } from '../support/databases.ts';

const poolSize = 4;
let created: Awaited<ReturnType<typeof createPostgresDatabase>>;
let db: SqlDatabase;
let observer: SqlDatabase;

beforeAll(async () => {
  created = await createPostgresDatabase();
  db = openPostgres({ url: created.url, poolSize });
  observer = openPostgres({ url: created.url, poolSize: 1 });
  await withSession(db, async (session) => {
    await session.query('create table counter (n int4)');
    await session.query('insert into counter values (0)');
    await session.query(`insert into btc_ledger (network) values ('regtest')`);
  });
});
afterAll(async () => {
  await db.close();
  await observer.close();
  await created.drop();
});

const snapshot = <T>(work: Parameters<typeof inTransaction<T>>[2]): Promise<T> =>
  inTransaction(db, 'read only', work);

const readN = (database: SqlDatabase): Promise<number> =>
  inTransaction(database, 'read only', async (session) => {
    const { rows } = await session.query<{ n: number }>('select n from counter');
    return rows[0]?.n ?? -1;
  });

const write = (n: number): Promise<unknown> =>
  withSession(db, (session) => session.query('update counter set n = $1', [n]));

const openTransactions = async (): Promise<number> => {
  const { rows } = await withSession(observer, (session) =>
    session.query<{ n: number }>(
      `select count(*)::int4 as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    ),
  );
  return rows[0]?.n ?? -1;
};

test('a snapshot sees what was committed before it began, also on the connection of an earlier one', async () => {
  for (let n = 1; n <= 20; n++) {
    await write(n);
    expect(await readN(db)).toBe(n);
    expect(await Promise.all(Array.from({ length: 3 * poolSize }, () => readN(db)))).toEqual(
      Array.from({ length: 3 * poolSize }, () => n),
    );
  }
});

test('a snapshot does not change while it is open', async () => {
  await write(1);
  await snapshot(async (session) => {
    const read = async (): Promise<unknown> => (await session.query('select n from counter')).rows;
    expect(await read()).toEqual([{ n: 1 }]);
    await write(2);
    expect(await read()).toEqual([{ n: 1 }]);
  });
  expect(await readN(db)).toBe(2);
});

test('snapshots end soon, without another one that would end them', async () => {
  await Promise.all(Array.from({ length: 2 * poolSize }, () => readN(db)));
  await until('no transaction is open', async () => (await openTransactions()) === 0);
});

test('more snapshots than connections leave connections for writes', async () => {
  let finish = (): void => {};
  const reading = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const readers = Array.from({ length: 3 * poolSize }, () =>
    snapshot(async (session) => {
      await session.query('select 1');
      await reading;
      return 'read';
    }),
  );
  await write(3);
  finish();
  expect(await Promise.all(readers)).toEqual(readers.map(() => 'read'));
});

test('snapshots that wait for each other fail in time, and later ones work', async () => {
  const small = openPostgres({ url: created.url, poolSize: 3, connectionTimeoutMs: 200 });
  const nested = inTransaction(small, 'read only', async (outer) => {
    await outer.query('select 1');
    return readN(small);
  });
  await expect(nested).rejects.toMatchObject({ code: '08001' });
  await write(5);
  expect(await readN(small)).toBe(5);
  await small.close();
});

test('a failed statement fails its snapshot, and not the next one', async () => {
  await expect(
    snapshot((session) => Promise.all([session.query('select 1'), session.query('select 1 / 0')])),
  ).rejects.toMatchObject({ code: '22012' });
  await write(4);
  expect(await Promise.all(Array.from({ length: poolSize }, () => readN(db)))).toEqual(
    Array.from({ length: poolSize }, () => 4),
  );
});

test('statements that do not wait for each other share a message, and prepared ones keep their values', async () => {
  const { db: counted, take } = countStatements(db);
  const values = [`it's`, '\\', '{"a",b}', 'é', ''];
  const sql = 'select $1::text as value, $2::int8 as number, $3::bytea as bytes, $4::text as missing';
  for (let i = 0; i < 40; i++) {
    const value = values[i % values.length];
    const bytes = Uint8Array.of(0, i, 255, 92);
    take();
    const [first, second, third] = await inTransaction(counted, 'read only', (session) =>
      Promise.all([
        session.query('select 1 as one'),
        session.query(sql, [value, i, bytes, null]),
        session.query<{ n: bigint }>('select -1::int8 as n'),
      ]),
    );
    expect(take()).toHaveLength(1);
    expect(first.rows).toEqual([{ one: 1 }]);
    expect(second.rows).toEqual([{ value, number: BigInt(i), bytes: Buffer.from(bytes), missing: null }]);
    expect(third.rows).toEqual([{ n: -1n }]);
  }
});

test('lookups plan a statement once for all lists of keys; other snapshots may plan it again', async () => {
  await withSession(db, async (session) => {
    await session.query('create table place (id int8 primary key, name text)');
    await session.query('insert into place select n, n::text from generate_series(1, 5000) as n');
    await session.query('analyze place');
  });
  const sql =
    'select p.name, q.name as other from place p join place q on q.id = p.id + 1 where p.id = any($1::int8[])';
  /** How often one connection planned the statement, and how often it reused a plan, for 60 lists. */
  const plansOf = (mode: 'read only' | 'lookups') =>
    inTransaction(db, mode, async (session) => {
      const count = async () => {
        const { rows } = await session.query<{ planned: bigint; reused: bigint }>(
          `select custom_plans as planned, generic_plans as reused from pg_prepared_statements where statement = '${sql}'`,
        );
        return rows[0] ?? { planned: 0n, reused: 0n };
      };
      const before = await count();
      for (let i = 1; i <= 60; i++) {
        const { rows } = await session.query(sql, [`{${i}}`]);
        expect(rows).toEqual([{ name: String(i), other: String(i + 1) }]);
      }
      const after = await count();
      return { planned: after.planned - before.planned, reused: after.reused - before.reused };
    });
  // The first statements aren't prepared yet.
  const lookups = await plansOf('lookups');
  expect(lookups.planned).toBe(0n);
  expect(lookups.reused).toBeGreaterThan(30n);
  expect(await plansOf('read only')).toEqual({ planned: 60n, reused: 0n });
  expect(await plansOf('lookups')).toEqual({ planned: 0n, reused: 60n });
});

test('each database names its own statements: many of another one leave it the same room', async () => {
  const others = openPostgres({ url: created.url, poolSize: 1 });
  await withSession(others, async (session) => {
    for (let i = 0; i < 200; i++)
      for (let n = 0; n < 25; n++) await session.query(`select ${i} + $1::int4 as sum`, [n]);
    const { rows } = await session.query<{ n: number }>(
      'select count(*)::int4 as n from pg_prepared_statements',
    );
    expect(rows).toEqual([{ n: 150 }]);
  });
  await others.close();
  const own = openPostgres({ url: created.url, poolSize: 1 });
  await withSession(own, async (session) => {
    for (let n = 0; n < 25; n++) await session.query('select 1000 + $1::int4 as sum', [n]);
    const { rows } = await session.query<{ statement: string }>(
      'select statement from pg_prepared_statements',
    );
    expect(rows).toEqual([{ statement: 'select 1000 + $1::int4 as sum' }]);
  });
  await own.close();
});

test('work with a state that has changed is dropped, whatever its result, and done again', async () => {
  const seen: string[] = [];
  const withState = rememberByState('btc_ledger', async (session) => {
    const { rows } = await session.query<{ n: bigint }>('select transactions as n from btc_ledger');
    return Number(rows[0]?.n ?? -1n);
  });
  const ask = (fails: (state: number) => boolean): Promise<number> =>
    snapshot((session) =>
      withState(db, session, async ({ value, confirmed }) => {
        seen.push(`begun ${value}`);
        await session.query('select 1');
        void confirmed.then(() => seen.push(`confirmed ${value}`));
        if (fails(value)) throw new RangeError(`failed with ${value}`);
        return value;
      }),
    );
  const change = (n: number): Promise<unknown> =>
    withSession(db, (session) => session.query('update btc_ledger set transactions = $1', [n]));

  expect(await ask(() => false)).toBe(0);
  expect(await ask(() => false)).toBe(0);
  await change(1);
  expect(await ask((state) => state === 0)).toBe(1);
  await change(2);
  await expect(ask((state) => state === 2)).rejects.toThrow('failed with 2');
  await until('every state is seen', async () => seen.length === 10);
  expect(seen.filter((each) => each.startsWith('begun'))).toEqual(
    [0, 0, 0, 1, 1, 2].map((state) => `begun ${state}`),
  );
  // Not the two that began with an earlier state.
  expect(seen.filter((each) => each.startsWith('confirmed'))).toEqual(
    [0, 0, 1, 2].map((state) => `confirmed ${state}`),
  );
});

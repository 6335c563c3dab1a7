import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../src/db/postgres.ts';
import { inTransaction, type SqlDatabase, withSession } from '../src/db/session.ts';
import { SqlError } from '../src/db/sql-error.ts';
import { createPostgresDatabase } from './support/databases.ts';

let created: Awaited<ReturnType<typeof createPostgresDatabase>>;
let db: SqlDatabase;
let other: SqlDatabase;

beforeAll(async () => {
  created = await createPostgresDatabase();
  db = openPostgres({ url: created.url, poolSize: 1 });
  other = openPostgres({ url: created.url, poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await other.close();
  await created.drop();
});

const terminate = (): Promise<unknown> =>
  withSession(other, (session) =>
    session.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  );

test('a connection that the server ends while it is held fails its statements, and the next one works', async () => {
  const failed = await inTransaction(db, 'read write', async (session) => {
    await session.query('create table lost (n int4)');
    await terminate();
    await new Promise((resolve) => {
      setTimeout(resolve, 50); // the end of the connection is noticed between two statements
    });
    await session.query('select 1');
  }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SqlError);
  const { rows } = await withSession(db, (session) =>
    session.query<{ t: string | null }>(`select to_regclass('lost')::text as t`),
  );
  expect(rows).toEqual([{ t: null }]);
});

test('a connection that the server ends during a statement fails it', async () => {
  const sleeping = withSession(db, (session) => session.query('select pg_sleep(20)')).catch(
    (error: unknown) => error,
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  await terminate();
  expect(await sleeping).toMatchObject({ name: 'SqlError', code: '57P01' });
  expect((await withSession(db, (session) => session.query('select 1 as one'))).rows).toEqual([{ one: 1 }]);
});

test('statements of one session run in the order in which they are sent, also beside a failing one', async () => {
  await withSession(db, async (session) => {
    const answers = await Promise.allSettled([
      session.query('select 1 as n'),
      session.query('select 1 / 0'),
      session.copyOut('select 2'),
      session.query('select 3 as n'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
});

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../src/db/postgres.ts';
import { inTransaction, type SqlDatabase, type SqlSession, withSession } from '../../src/db/session.ts';
import { SqlError } from '../../src/db/sql-error.ts';
import { until } from '../../../../test/until.ts';
import { storageTrouble } from '../../src/ledger/shared/storage-trouble.ts';
import { createPostgresDatabase } from '../support/databases.ts';

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

/** Ends all other connections of the database, and waits until they are gone. */
const terminate = (): Promise<unknown> =>
  withSession(other, (session) =>
    session.query(
      'select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
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

test('a connection that breaks during a statement counts as a database that does not answer', async () => {
  const url = new URL(created.url);
  const socket = url.searchParams.get('host');
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const port = Number(url.port || 5432);
    const far = socket ? connect(`${socket}/.s.PGSQL.${port}`) : connect(port, url.hostname);
    for (const each of [near, far]) {
      sockets.add(each);
      each.on('error', () => {});
    }
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(created.url);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  const shaky = openPostgres({ url: through.href, poolSize: 1 });
  const asks: ((session: SqlSession) => Promise<unknown>)[] = [
    (session) => session.query('select pg_sleep(600)'),
    (session) => session.copyOut('select pg_sleep(600)'),
  ];
  for (const ask of asks) {
    const failed = withSession(shaky, ask).catch((error: unknown) => error);
    await until('the statement runs', async () => {
      const { rows } = await withSession(other, (session) =>
        session.query(
          `select 1 from pg_stat_activity where datname = current_database() and query like '%sleep(600)%' and wait_event = 'PgSleep'`,
        ),
      );
      return rows.length === 1;
    });
    for (const each of sockets) each.destroy();
    const error = await failed;
    expect(error).toMatchObject({ name: 'SqlError', code: '08006' });
    expect(storageTrouble(error)).toBe('The database is not responding');
    await terminate();
  }
  await shaky.close();
  await new Promise((resolve) => server.close(resolve));
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

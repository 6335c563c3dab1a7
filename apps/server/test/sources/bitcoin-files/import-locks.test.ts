import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeBlock } from '@hopscope/chain';
import { afterAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/db/postgres.ts';
import { withSession } from '../../../src/db/session.ts';
import { takeWriterLock } from '../../../src/db/writer-lock.ts';
import { openDataFolder } from '../../../src/data-folder.ts';
import { frame, temporaryFolder, write } from '../../support/sources/block-files.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { prepareDataFolder, runImport, start } from '../../support/command.ts';
import { createPostgresDatabase } from '../../support/databases.ts';

const serve = fileURLToPath(new URL('../../support/servers/serve.ts', import.meta.url));
const chain = createChain({ seed: 31, maxTxs: 3 });
chain.extend(5);
const folder = temporaryFolder();
const path = write(
  folder.path,
  'blk00000.dat',
  frame(
    chain.blocks.map(({ block }) => encodeBlock(block)),
    'demo',
  ),
);
afterAll(() => folder.remove());

describe('Two at once on the built-in database', () => {
  test('of two imports one writes, the other one refuses or comes after it', async () => {
    const dataDir = join(folder.path, 'imports');
    const both = [
      start({ args: [path], env: { DATA_DIR: dataDir } }),
      start({ args: [path], env: { DATA_DIR: dataDir } }),
    ];
    const ended = await Promise.all(both.map((one) => one.ended));
    expect(ended.map(({ code }) => code)).toContain(0);
    for (const { err } of ended.filter(({ code }) => code !== 0))
      expect(err).toBe('Another import is writing to this database. Wait until it has finished.\n');
    const { out } = await runImport([path], { DATA_DIR: dataDir });
    expect(out).toMatch(/^Loaded 0 blocks/);
  });

  test('an import works beside a server, which shows what it loads', async () => {
    const dataDir = join(folder.path, 'server');
    const server = start({ script: serve, env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' } });
    const url = await server.where();
    expect(await runImport([path], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
    const health = (await (await fetch(`${url}/api/v1/health`)).json()) as { bitcoin: { height: number } };
    expect(health.bitcoin.height).toBe(5);
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, err: '' });
  });

  test('a server refuses while an import runs', async () => {
    const dataDir = await prepareDataFolder(join(folder.path, 'import'));
    const lockedFolder = openDataFolder(dataDir, 'an import', { runsDatabase: true });
    const server = await start({ script: serve, env: { DATA_DIR: dataDir, PORT: '0' } }).ended;
    lockedFolder.release();
    expect(server).toMatchObject({ code: 1, out: '' });
    expect(server.err).toContain(`is in use by an import (process ${process.pid})`);
  });
});

describe('Two at once on PostgreSQL', () => {
  test('the second import refuses; the server may run beside one and shows what it loads', async () => {
    const created = await createPostgresDatabase();
    const env = {
      DATABASE_URL: created.url,
      DATA_DIR: join(folder.path, 'pg'),
      PORT: '0',
      LOG_LEVEL: 'silent',
    };
    const db = openPostgres({ url: created.url, poolSize: 1 });
    const lock = await takeWriterLock(db);
    const refused = await runImport([path], env);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toBe('Another import is writing to this database. Wait until it has finished.\n');
    await lock?.release();
    await db.close();
    const server = start({ script: serve, env });
    const url = await server.where();
    expect((await runImport([path], env)).code).toBe(0);
    const health = (await (await fetch(`${url}/api/v1/health`)).json()) as { bitcoin: { height: number } };
    expect(health.bitcoin.height).toBe(5);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await created.drop();
  });

  test('when the server ends the connections, the import ends too, says so, and can be run again', async () => {
    const created = await createPostgresDatabase();
    const db = openPostgres({ url: created.url, poolSize: 2 });
    // Holds the import back in the middle of its work, with the writer lock taken.
    const blocker = await db.lease();
    await blocker.query('begin');
    await blocker.query('lock table btc_ledger in access exclusive mode');
    const running = start({ args: [path], env: { DATABASE_URL: created.url } });
    const waits = `from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
    let waiting = 0;
    while (waiting === 0) {
      waiting = (await withSession(db, (session) => session.query(`select pid ${waits}`))).rows.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await withSession(db, (session) =>
      session.query(
        `select pg_terminate_backend(pid) from pg_locks where (locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) or pid in (select pid ${waits})`,
      ),
    );
    await blocker.query('rollback');
    blocker.release();
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toMatch(/^The database is not responding: /);
    expect((await runImport([path], { DATABASE_URL: created.url })).code).toBe(0);
    await db.close();
    await created.drop();
  });

  test('a lock that is lost with its connection can be released', async () => {
    const created = await createPostgresDatabase();
    const db = openPostgres({ url: created.url, poolSize: 1 });
    const lock = await takeWriterLock(db);
    const other = openPostgres({ url: created.url, poolSize: 1 });
    expect(await takeWriterLock(other)).toBeUndefined();
    await withSession(other, (session) =>
      session.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and granted and pid <> pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())`,
      ),
    );
    await lock?.release();
    // The server lets go of the lock when the ended connection's process is gone, a moment later.
    let next = await takeWriterLock(other);
    await expect.poll(async () => (next ??= await takeWriterLock(other))).toBeDefined();
    await next?.release();
    await Promise.all([other.close(), db.close()]);
    await created.drop();
  });
});

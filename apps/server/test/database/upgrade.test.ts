import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { createWorld } from '../support/api/tenancy-world.ts';
import { start } from '../support/command.ts';
import { createPostgresDatabase, describeWithDatabase, ownDatabase } from '../support/databases.ts';
import { serve } from '../support/servers/built-in-database.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const script = (name: string): string =>
  fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url));

async function rowsOf<T>(db: SqlDatabase, text: string): Promise<T[]> {
  return (await withSession(db, (session) => session.query<T>(text))).rows;
}

/** Later migrations, as a next release would have them. */
const next = {
  ...migrations,
  '9001-add': {
    up: async (db: Parameters<(typeof migrations)[string]['up']>[0]) => {
      await sql`alter table app_user add column nickname text not null default 'none'`.execute(db);
    },
  },
};
const broken = {
  ...next,
  '9002-fail': {
    up: async (db: Parameters<(typeof migrations)[string]['up']>[0]) => {
      await sql`create table half_done (a int)`.execute(db);
      await sql`select 1 / 0`.execute(db);
    },
  },
};

/** Archives of the data of earlier releases, one of each; none before the first release. */
const archives = fileURLToPath(new URL('../fixtures/releases/', import.meta.url));
const releases = existsSync(archives)
  ? readdirSync(archives).filter((name) => name.endsWith('.hopscope-backup'))
  : [];

describeWithDatabase('An upgrade', (databases) => {
  test('keeps every row, and leaves the schema of before if one of its migrations fails', async () => {
    const { db, url, remove } = await ownDatabase();
    await createWorld(db);
    const before = await rowsOf(db, 'select id, email from app_user order by id');
    expect(before.length).toBeGreaterThan(5);
    await expect(migrate(db, broken)).rejects.toThrow('division by zero');
    expect(await rowsOf(db, `select 1 from pg_class where relname = 'half_done'`)).toEqual([]);
    expect(await rowsOf(db, `select 1 from pg_attribute where attname = 'nickname'`)).toEqual([]);

    await migrate(db, next);
    expect(await rowsOf(db, 'select id, email from app_user order by id')).toEqual(before);
    expect(await rowsOf(db, 'select distinct nickname from app_user')).toEqual([{ nickname: 'none' }]);

    // The version before refuses it, without a change and without a stack.
    const env = { DATA_DIR: join(folder.path, 'older'), DATABASE_URL: url, PORT: '0' };
    const message =
      'The database was made by a newer version of Hopscope (it has 9001-add). Install that version.';
    expect(await start({ script: serve, env }).ended).toMatchObject({ code: 1, err: `${message}\n` });
    expect((await start({ script: script('audit'), env }).ended).err).toContain(message);
    expect((await start({ script: script('backup'), args: [folder.path], env }).ended).err).toContain(
      message,
    );
    expect(await rowsOf(db, 'select distinct nickname from app_user')).toEqual([{ nickname: 'none' }]);
    await remove();
  });

  test('by two servers at once is done once', async () => {
    await databases.empty();
    const { url, drop } = await createPostgresDatabase({ bare: true });
    const both = [openPostgres({ url, poolSize: 2 }), openPostgres({ url, poolSize: 2 })];
    await Promise.all(both.map((db) => migrate(db, next)));
    expect(await rowsOf(both[0] as SqlDatabase, 'select name from schema_migration order by name')).toEqual(
      Object.keys(next).map((name) => ({ name })),
    );
    for (const db of both) await db.close();
    await drop();
  });

  for (const archive of releases) {
    test(`of an earlier release keeps its data: ${archive}`, async () => {
      const { url, drop } = await createPostgresDatabase({ bare: true });
      const DATA_DIR = join(folder.path, archive);
      const env = { DATA_DIR, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error' };
      const args = [join(archives, archive)];
      expect(await start({ script: script('restore'), args, env }).ended).toMatchObject({ code: 0, err: '' });
      const server = start({ script: serve, env });
      await server.where();
      server.child.kill('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0, err: '' });
      expect(await start({ script: script('audit'), env }).ended).toMatchObject({ code: 0, err: '' });
      await drop();
    });
  }
});

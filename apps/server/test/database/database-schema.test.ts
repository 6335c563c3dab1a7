import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { describeTables, readTypesFile } from '../../../../tools/database-types.ts';
import { migrate } from '../../src/db/migrate.ts';
import { withSession } from '../../src/db/session.ts';
import { describeWithDatabase, ownDatabase } from '../support/databases.ts';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

describeWithDatabase('The schema', (databases) => {
  test('is the one that the types of tables were made from (`npm run types:database`)', async () => {
    const text = await describeTables(await databases.empty());
    const { stdout } = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path=schema.ts'], {
      input: text,
      encoding: 'utf8',
    });
    expect(stdout.length).toBeGreaterThan(10_000);
    expect(stdout).toBe(readTypesFile());
  });

  test('of a database that has it is left as it is, also where nothing may be written', async () => {
    const { db, remove } = await ownDatabase();
    await withSession(db, async (session) => {
      const { rows } = await session.query<{ name: string }>('select current_database() as name');
      await session.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
    });
    await migrate(db);
    await remove();
  });

  test('of a newer version is refused', async () => {
    const { db, remove } = await ownDatabase();
    await withSession(db, (session) =>
      session.query(`insert into schema_migration (name, timestamp) values ('9999-tomorrow', '')`),
    );
    await expect(migrate(db)).rejects.toThrow(
      'The database was made by a newer version of Hopscope (it has 9999-tomorrow). Install that version.',
    );
    await remove();
  });
});

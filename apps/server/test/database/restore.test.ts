import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { type BackupWorld, createBackupWorld, relations, rowsOf, script } from '../support/backups.ts';
import { start } from '../support/command.ts';
import { serve } from '../support/servers/built-in-database.ts';

let world: BackupWorld;
beforeAll(async () => {
  world = await createBackupWorld();
});
afterAll(() => world.remove());

describe('A restore', () => {
  let archive = '';
  beforeAll(async () => {
    archive = await world.archiveIn('to-restore');
  });

  test('of a damaged or truncated archive changes nothing and names the place', async () => {
    const into = await world.target();
    const { size } = statSync(archive);
    const damaged = join(world.folder, 'damaged.hopscope-backup');
    for (const share of [0.001, 0.2, 0.5, 0.8, 0.9999]) {
      const at = Math.floor(size * share);
      const bytes = readFileSync(archive);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(damaged, bytes);
      const refused = await into.restore(damaged);
      expect(refused.code).toBe(1);
      expect(refused.err).toMatch(/^The archive was not restored: The archive is damaged at byte \d+: /);
      expect(Number(/at byte (\d+)/.exec(refused.err)?.[1])).toBeLessThanOrEqual(at);
      expect(await relations(into.db)).toEqual([]);
    }
    writeFileSync(damaged, readFileSync(archive).subarray(0, size - 100));
    expect(await into.restore(damaged)).toMatchObject({
      code: 1,
      err: `The archive was not restored: The archive is truncated: it ends at byte ${size - 100}.\n`,
    });
    expect(await relations(into.db)).toEqual([]);
  });

  test('into a database or a data folder with content is refused', async () => {
    const into = await world.target();
    await rowsOf(into.db, 'create table mine (a int)');
    expect((await into.restore(archive)).err).toMatch(
      /^The archive was not restored: The database is not empty: it has 1 tables, indexes, and sequences, such as mine\./,
    );
    await rowsOf(into.db, 'drop table mine');
    mkdirSync(into.dataDir, { recursive: true });
    writeFileSync(join(into.dataDir, 'token.secret'), 'another secret');
    expect((await into.restore(archive)).err).toContain('DATA_DIR already contains token.secret.');
    expect(await relations(into.db)).toEqual([]);
  });

  test('of a newer version is refused', async () => {
    await rowsOf(world.own.db, `insert into schema_migration (name, timestamp) values ('9999-tomorrow', '')`);
    // This version can't open the database either, so only its archive is newer.
    const refused = await world.backup([join(world.folder, 'newer')]);
    expect(refused.err).toContain(
      'The database was made by a newer version of Hopscope (it has 9999-tomorrow).',
    );
    await rowsOf(world.own.db, `delete from schema_migration where name = '9999-tomorrow'`);
  });

  test('that is killed leaves a database that says so and cannot be opened', async () => {
    const into = await world.target();
    const running = start({
      script: script('restore'),
      args: [archive],
      env: { DATA_DIR: into.dataDir, DATABASE_URL: into.url },
    });
    await until('the restore has begun', async () => {
      const [row] = await rowsOf<{ n: bigint }>(
        into.db,
        `select count(*) as n from pg_class where relname in ('unfinished_restore', 'app_user')`,
      );
      return row?.n === 2n;
    });
    running.child.kill('SIGKILL');
    await running.ended;
    const message = 'A restore into this database was not finished.';
    const env = { DATA_DIR: join(world.folder, 'after-kill'), DATABASE_URL: into.url, PORT: '0' };
    expect(await start({ script: serve, env }).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining(message),
    });
    expect((await start({ script: script('audit'), env }).ended).err).toContain(message);
    rmSync(into.dataDir, { recursive: true, force: true });
    expect((await into.restore(archive)).err).toContain(
      'An earlier restore into this database was not finished.',
    );
  });
});

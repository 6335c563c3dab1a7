import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/db/postgres.ts';
import {
  type BackupWorld,
  createBackupWorld,
  digests,
  rowsOf,
  script,
  structure,
} from '../support/backups.ts';
import { start } from '../support/command.ts';
import { otherPostgres, startPostgres } from '../support/servers/other-postgres.ts';

const other = otherPostgres();

describe('Moving to another major version of PostgreSQL, and back', () => {
  let world: BackupWorld;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-moved-'));
  beforeAll(async () => {
    if (!other) return;
    [world, server] = await Promise.all([createBackupWorld(), startPostgres(other.bin)]);
  });
  afterAll(async () => {
    await Promise.all([world?.remove(), server?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('works with a backup and a restore', async (context) => {
    context.skip(!other, 'no PostgreSQL of another major version is installed');
    const archive = await world.archiveIn('moved');
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: server.url };
    const restored = await start({ script: script('restore'), args: [archive], env }).ended;
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('The ledger is consistent');
    expect(restored.out).toContain('The audit log is intact');
    const db = openPostgres({ url: server.url, poolSize: 1 });
    const versions = async (on: typeof db) =>
      (
        await rowsOf<{ major: string }>(
          on,
          `select split_part(current_setting('server_version'), '.', 1) as major`,
        )
      )[0];
    expect(await versions(db)).toEqual({ major: other?.major });
    expect(await versions(world.own.db)).not.toEqual({ major: other?.major });
    expect(await digests(db)).toEqual(await digests(world.own.db));
    expect((await structure(db)).length).toBe((await structure(world.own.db)).length);
    await db.close();

    const place = join(folder, 'back');
    expect(await start({ script: script('backup'), args: [place], env }).ended).toMatchObject({
      code: 0,
      err: '',
    });
    const back = await world.target();
    const [name = ''] = readdirSync(place);
    expect(await back.restore(join(place, name))).toMatchObject({ code: 0, err: '' });
    expect(await digests(back.db)).toEqual(await digests(world.own.db));
  });
});

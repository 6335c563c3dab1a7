import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAudit } from '../../src/contexts/identity/audit/audit.service.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import {
  type BackupWorld,
  createBackupWorld,
  digests,
  relations,
  rowsOf,
  script,
  structure,
} from '../support/backups.ts';
import { start } from '../support/command.ts';
import { catchUpClusters } from '../support/ledger/dump.ts';
import { serve } from '../support/servers/built-in-database.ts';
import { smallDisk } from '../support/survival/small-disk.ts';

let world: BackupWorld;
beforeAll(async () => {
  world = await createBackupWorld();
});
afterAll(() => world.remove());

describe('A backup', () => {
  test('contains every row, file, and sequence, and is restored with every key and trigger', async () => {
    const archive = await world.archiveIn('complete');
    expect(statSync(archive).mode & 0o077).toBe(0);
    const into = await world.target();
    const restored = await into.restore(archive);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('The ledger is consistent');
    expect(restored.out).toContain('The audit log is intact');
    expect(restored.out).toMatch(/Bitcoin height 30, Ethereum height empty/);

    const before = await digests(world.own.db);
    expect(Object.keys(before).length).toBeGreaterThan(120);
    expect(Object.values(before).filter((digest) => !digest.startsWith('0 rows')).length).toBeGreaterThan(35);
    expect(await digests(into.db)).toEqual(before);
    expect(await structure(into.db)).toEqual(await structure(world.own.db));
    expect(readFileSync(join(into.dataDir, 'token.secret'), 'utf8')).toBe('secret of the installation');
    expect(readFileSync(join(into.dataDir, 'logos', 'a.png')).equals(world.logo)).toBe(true);
    await expect(rowsOf(into.db, `update audit_log set action = 'x'`)).rejects.toThrow('append-only');

    const place = join(world.folder, 'scheduled');
    const server = start({
      script: serve,
      env: {
        DATA_DIR: into.dataDir,
        DATABASE_URL: into.url,
        BACKUP_TO: place,
        PORT: '0',
        LOG_LEVEL: 'error',
      },
    });
    const url = await server.where();
    const health = async () => (await fetch(`${url}/api/v1/health`)).json();
    expect(await health()).toMatchObject({ bitcoin: { height: 30 } });
    await expect.poll(health).toMatchObject({ backup: { status: 'done', lastAt: expect.any(Number) } });
    expect(readdirSync(place)).toHaveLength(1);
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  });

  test('taken while blocks arrive and people work is one state: its audits pass', async () => {
    const ledger = createBitcoinLedger({ db: world.own.db, hashing: nativeHashing });
    const done = new AbortController();
    let [blocks, entries] = [0, 0];
    const blocksArrive = (async () => {
      while (!done.signal.aborted) {
        world.chain.extend(1);
        await ledger.append(world.chain.network, world.chain.blocks.slice(-1));
        await catchUpClusters(world.own.db);
        blocks++;
      }
    })();
    const kysely = createKysely(world.own.db);
    const log = createAudit({ kysely, now: Date.now });
    const entry = {
      organizationId: null,
      action: 'plan.changed',
      subject: { type: 'plan', id: null },
    } as const;
    const peopleWork = (async () => {
      while (!done.signal.aborted) {
        await kysely.transaction().execute((trx) => log.record(trx, entry));
        entries++;
      }
    })();
    const archive = await world.archiveIn('under-load').finally(() => done.abort());
    await Promise.all([blocksArrive, peopleWork]);
    expect(Math.min(blocks, entries)).toBeGreaterThan(3);
    const into = await world.target();
    const restored = await into.restore(archive);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('The ledger is consistent');
    expect(restored.out).toContain('The audit log is intact');
  });

  test('without the chain has everything else, and the chain can be loaded again', async () => {
    const archive = await world.archiveIn('without-chain', { args: ['--without-chain'] });
    expect(archive).toMatch(/-without-chain\.hopscope-backup$/);
    const into = await world.target();
    expect(await into.restore(archive)).toMatchObject({ code: 0, err: '' });
    const before = await digests(world.own.db);
    const after = await digests(into.db);
    expect(after['btc_tx']).toMatch(/^0 rows/);
    for (const [name, digest] of Object.entries(before))
      if (!/^(btc|eth)_|^stale_block$/.test(name)) expect(`${name} ${after[name]}`).toBe(`${name} ${digest}`);
    await createBitcoinLedger({ db: into.db, hashing: nativeHashing }).append(
      world.chain.network,
      world.chain.blocks,
    );
    const audit = await start({
      script: script('audit'),
      env: { DATA_DIR: into.dataDir, DATABASE_URL: into.url },
    }).ended;
    expect(audit).toMatchObject({ code: 0, err: '' });
  });

  test('can be encrypted with a passphrase from a file', async () => {
    const file = join(world.folder, 'passphrase');
    writeFileSync(file, 'a passphrase of the tests\n');
    const archive = await world.archiveIn('encrypted', { env: { BACKUP_PASSPHRASE_FILE: file } });
    expect(readFileSync(archive).includes('secret of the installation')).toBe(false);
    const into = await world.target();
    expect(await into.restore(archive, [], { BACKUP_PASSPHRASE: 'another passphrase' })).toMatchObject({
      code: 1,
      err: 'The archive was not restored: The passphrase does not fit this archive.\n',
    });
    expect(await relations(into.db)).toEqual([]);
    expect(await into.restore(archive, ['--verify-only'], { BACKUP_PASSPHRASE_FILE: file })).toMatchObject({
      code: 0,
    });
    expect(await relations(into.db)).toEqual([]);
    expect(await into.restore(archive, ['--without-audit'], { BACKUP_PASSPHRASE_FILE: file })).toMatchObject({
      code: 0,
      err: '',
    });
  });

  test('replaces the oldest one where BACKUP_KEEP are kept, and leaves other files alone', async () => {
    const place = join(world.folder, 'kept');
    mkdirSync(place);
    writeFileSync(join(place, 'notes.txt'), '');
    for (const day of ['01', '02', '03'])
      writeFileSync(join(place, `2026-01-${day}T00-00-00.hopscope-backup`), '');
    expect(await world.backup([], { BACKUP_TO: place, BACKUP_KEEP: '2' })).toMatchObject({
      code: 0,
      err: '',
    });
    const names = readdirSync(place).toSorted();
    expect(names).toHaveLength(3);
    expect(names[0]).toBe('2026-01-03T00-00-00.hopscope-backup');
    expect(names[2]).toBe('notes.txt');
  });

  test('is incremental but every BACKUP_COMPLETE_EVERY-th, and the complete ones that others need stay', async () => {
    const place = join(world.folder, 'incremental');
    mkdirSync(place);
    const env = { BACKUP_TO: place, BACKUP_KEEP: '2', BACKUP_COMPLETE_EVERY: '3' };
    const ledger = createBitcoinLedger({ db: world.own.db, hashing: nativeHashing });
    const made: string[] = [];
    const left: string[][] = [];
    for (let n = 0; n < 5; n++) {
      const before = new Set(readdirSync(place));
      const ended = await world.backup([], env);
      expect(ended).toMatchObject({ code: 0, err: '' });
      const [name = ''] = readdirSync(place).filter((each) => !before.has(each));
      expect(ended.out.includes(`% as in ${made[n < 3 ? 0 : 3]}`)).toBe(n % 3 !== 0);
      made.push(name);
      left.push(readdirSync(place).toSorted());
      world.chain.extend(1);
      await ledger.append(world.chain.network, world.chain.blocks.slice(-1));
      await catchUpClusters(world.own.db);
      // Names have whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = made;
    expect(left).toEqual([
      [first],
      [first, second],
      [first, second, third],
      [first, third, fourth],
      [fourth, fifth],
    ]);
    expect(statSync(join(place, fifth)).size).toBeLessThan(statSync(join(place, fourth)).size / 4);

    const last = await world.backup(['--incremental', place]);
    expect(last).toMatchObject({ code: 0, err: '' });
    const newest = join(place, readdirSync(place).toSorted().at(-1) ?? '');
    const into = await world.target();
    expect(await into.restore(newest)).toMatchObject({ code: 0, err: '' });
    expect(await digests(into.db)).toEqual(await digests(world.own.db));
    expect(readFileSync(join(into.dataDir, 'logos', 'a.png')).equals(world.logo)).toBe(true);

    rmSync(join(place, fourth));
    const without = await world.target();
    expect(await without.restore(newest)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${fourth} is not a file`),
    });
    expect(await relations(without.db)).toEqual([]);
  });

  test('is refused while another one runs', async () => {
    const lock = await world.own.db.lease();
    await lock.query('select pg_advisory_lock(4207004::int8)');
    expect(await world.backup([join(world.folder, 'second')])).toMatchObject({
      code: 1,
      err: 'The backup could not be made: Another backup is running.\n',
    });
    lock.release(true);
  });
});

describe('On a full disk', () => {
  const disk = smallDisk(8);

  test('a backup fails with the reason, keeps nothing, and is recorded', async (context) => {
    const { path, fill } = disk(context);
    fill(1);
    expect(await world.backup([path])).toMatchObject({
      code: 1,
      err: 'The backup could not be made: The disk is full\n',
    });
    expect(readdirSync(path)).toEqual(['ballast']);
    expect(
      await rowsOf(world.own.db, 'select bytes, failure from backup_run order by id desc limit 1'),
    ).toEqual([{ bytes: null, failure: 'the disk is full' }]);
  });
});

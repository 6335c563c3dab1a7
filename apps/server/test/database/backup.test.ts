import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { createAudit } from '../../src/contexts/identity/audit/audit.service.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createWorld } from '../support/api/tenancy-world.ts';
import { type Ended, start } from '../support/command.ts';
import { createPostgresDatabase, type OwnDatabase, ownDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { catchUpClusters } from '../support/ledger/dump.ts';
import { serve } from '../support/servers/built-in-database.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { smallDisk } from '../support/survival/small-disk.ts';

const script = (name: string): string =>
  fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url));
const { path: folder, remove } = temporaryFolder();
const dataDir = join(folder, 'data');
const chain = createChain({ seed: 11 });
chain.extend(30);
let own: OwnDatabase;
const logo = randomBytes(3_000_000);

beforeAll(async () => {
  own = await ownDatabase();
  await createBitcoinLedger({ db: own.db, hashing: nativeHashing }).append(chain.network, chain.blocks);
  await catchUpClusters(own.db);
  const world = await createWorld(own.db);
  const { owner, manager } = world.people;
  await world.newTrace(owner);
  await world.newMonitored(manager);
  await world.newInvitation(owner);
  await world.newTransaction(manager);
  await world.newProposal();
  mkdirSync(join(dataDir, 'logos'), { recursive: true });
  writeFileSync(join(dataDir, 'token.secret'), 'secret of the installation');
  writeFileSync(join(dataDir, 'logos', 'a.png'), logo);
});
afterAll(async () => {
  await own.remove();
  remove();
});

function backup(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return start({ script: script('backup'), args, env: { DATA_DIR: dataDir, DATABASE_URL: own.url, ...env } })
    .ended;
}

/** Makes a backup in a new folder; returns the path of the archive. */
async function archiveIn(
  name: string,
  options: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const place = join(folder, name);
  const ended = await backup([...(options.args ?? []), place], options.env);
  expect(ended).toMatchObject({ code: 0, err: '' });
  const [archive = '', ...more] = readdirSync(place);
  expect(more).toEqual([]);
  return join(place, archive);
}

interface Target {
  url: string;
  dataDir: string;
  db: SqlDatabase;
  restore(archive: string, args?: readonly string[], env?: Record<string, string>): Promise<Ended>;
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened) await close();
});

/** An empty database and a new data folder. */
async function target(): Promise<Target> {
  const { url, drop } = await createPostgresDatabase({ bare: true });
  const db = openPostgres({ url, poolSize: 2 });
  const place = join(folder, `restored-${opened.length}`);
  opened.push(async () => {
    await db.close();
    await drop();
  });
  return {
    url,
    dataDir: place,
    db,
    restore: (archive, args = [], env = {}) =>
      start({
        script: script('restore'),
        args: [...args, archive],
        env: { DATA_DIR: place, DATABASE_URL: url, ...env },
      }).ended,
  };
}

async function rowsOf<T>(db: SqlDatabase, sql: string): Promise<T[]> {
  return (await withSession(db, (session) => session.query<T>(sql))).rows;
}

const relations = (db: SqlDatabase) =>
  rowsOf(db, `select relname from pg_class where relnamespace = 'public'::regnamespace`);

/** Digests of the rows of each table, in any order, by name. */
async function digests(db: SqlDatabase): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('backup_run', 'schema_migration') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(db, `select t::text as row from ${name} t order by 1`);
    const hash = createHash('sha256');
    for (const { row } of rows) hash.update(row);
    found[name] = `${rows.length} rows ${hash.digest('hex')}`;
  }
  return found;
}

/** Keys, indexes, triggers, and sequences, in their present state. */
const structure = (db: SqlDatabase) =>
  rowsOf(
    db,
    `select pg_get_constraintdef(oid) as what, conname::text as name, convalidated::text as state
       from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select indexdef, indexname, '' from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid), tgname, tgenabled::text from pg_trigger where not tgisinternal
     union all select coalesce(last_value::text, 'unused'), sequencename, '' from pg_sequences
       where schemaname = 'public' and sequencename not like 'backup%'
     order by 1, 2, 3`,
  );

describe('A backup', () => {
  test('contains every row, file, and sequence, and is restored with every key and trigger', async () => {
    const archive = await archiveIn('complete');
    expect(statSync(archive).mode & 0o077).toBe(0);
    const into = await target();
    const restored = await into.restore(archive);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('The ledger is consistent');
    expect(restored.out).toContain('The audit log is intact');
    expect(restored.out).toMatch(/Bitcoin height 30, Ethereum height empty/);

    const before = await digests(own.db);
    expect(Object.keys(before).length).toBeGreaterThan(120);
    expect(Object.values(before).filter((digest) => !digest.startsWith('0 rows')).length).toBeGreaterThan(35);
    expect(await digests(into.db)).toEqual(before);
    expect(await structure(into.db)).toEqual(await structure(own.db));
    expect(readFileSync(join(into.dataDir, 'token.secret'), 'utf8')).toBe('secret of the installation');
    expect(readFileSync(join(into.dataDir, 'logos', 'a.png')).equals(logo)).toBe(true);
    await expect(rowsOf(into.db, `update audit_log set action = 'x'`)).rejects.toThrow('append-only');

    const place = join(folder, 'scheduled');
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
    const ledger = createBitcoinLedger({ db: own.db, hashing: nativeHashing });
    const done = new AbortController();
    let [blocks, entries] = [0, 0];
    const blocksArrive = (async () => {
      while (!done.signal.aborted) {
        chain.extend(1);
        await ledger.append(chain.network, chain.blocks.slice(-1));
        await catchUpClusters(own.db);
        blocks++;
      }
    })();
    const kysely = createKysely(own.db);
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
    const archive = await archiveIn('under-load').finally(() => done.abort());
    await Promise.all([blocksArrive, peopleWork]);
    expect(Math.min(blocks, entries)).toBeGreaterThan(3);
    const into = await target();
    const restored = await into.restore(archive);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('The ledger is consistent');
    expect(restored.out).toContain('The audit log is intact');
  });

  test('without the chain has everything else, and the chain can be loaded again', async () => {
    const archive = await archiveIn('without-chain', { args: ['--without-chain'] });
    expect(archive).toMatch(/-without-chain\.hopscope-backup$/);
    const into = await target();
    expect(await into.restore(archive)).toMatchObject({ code: 0, err: '' });
    const before = await digests(own.db);
    const after = await digests(into.db);
    expect(after['btc_tx']).toMatch(/^0 rows/);
    for (const [name, digest] of Object.entries(before))
      if (!/^(btc|eth)_|^stale_block$/.test(name)) expect(`${name} ${after[name]}`).toBe(`${name} ${digest}`);
    await createBitcoinLedger({ db: into.db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    const audit = await start({
      script: script('audit'),
      env: { DATA_DIR: into.dataDir, DATABASE_URL: into.url },
    }).ended;
    expect(audit).toMatchObject({ code: 0, err: '' });
  });

  test('can be encrypted with a passphrase from a file', async () => {
    const file = join(folder, 'passphrase');
    writeFileSync(file, 'a passphrase of the tests\n');
    const archive = await archiveIn('encrypted', { env: { BACKUP_PASSPHRASE_FILE: file } });
    expect(readFileSync(archive).includes('secret of the installation')).toBe(false);
    const into = await target();
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
    const place = join(folder, 'kept');
    mkdirSync(place);
    writeFileSync(join(place, 'notes.txt'), '');
    for (const day of ['01', '02', '03'])
      writeFileSync(join(place, `2026-01-${day}T00-00-00.hopscope-backup`), '');
    expect(await backup([], { BACKUP_TO: place, BACKUP_KEEP: '2' })).toMatchObject({ code: 0, err: '' });
    const names = readdirSync(place).toSorted();
    expect(names).toHaveLength(3);
    expect(names[0]).toBe('2026-01-03T00-00-00.hopscope-backup');
    expect(names[2]).toBe('notes.txt');
  });

  test('is refused while another one runs', async () => {
    const lock = await own.db.lease();
    await lock.query('select pg_advisory_lock(4207004::int8)');
    expect(await backup([join(folder, 'second')])).toMatchObject({
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
    expect(await backup([path])).toMatchObject({
      code: 1,
      err: 'The backup could not be made: The disk is full\n',
    });
    expect(readdirSync(path)).toEqual(['ballast']);
    expect(await rowsOf(own.db, 'select bytes, failure from backup_run order by id desc limit 1')).toEqual([
      { bytes: null, failure: 'the disk is full' },
    ]);
  });
});

describe('A restore', () => {
  let archive = '';
  beforeAll(async () => {
    archive = await archiveIn('to-restore');
  });

  test('of a damaged or truncated archive changes nothing and names the place', async () => {
    const into = await target();
    const { size } = statSync(archive);
    const damaged = join(folder, 'damaged.hopscope-backup');
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
    const into = await target();
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
    await rowsOf(own.db, `insert into schema_migration (name, timestamp) values ('9999-tomorrow', '')`);
    // This version can't open the database either, so only its archive is newer.
    const refused = await backup([join(folder, 'newer')]);
    expect(refused.err).toContain(
      'The database was made by a newer version of Hopscope (it has 9999-tomorrow).',
    );
    await rowsOf(own.db, `delete from schema_migration where name = '9999-tomorrow'`);
  });

  test('that is killed leaves a database that says so and cannot be opened', async () => {
    const into = await target();
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
    const env = { DATA_DIR: join(folder, 'after-kill'), DATABASE_URL: into.url, PORT: '0' };
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

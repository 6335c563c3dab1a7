import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createWorld } from './api/tenancy-world.ts';
import { type Ended, start } from './command.ts';
import { createPostgresDatabase, ownDatabase } from './databases.ts';
import { createChain } from './ledger/chain-builder.ts';
import { catchUpClusters } from './ledger/dump.ts';
import { temporaryFolder } from './sources/block-files.ts';

/** Path of a command. */
export const script = (name: string): string =>
  fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url));

/** An empty database and a new data folder. */
export interface Target {
  url: string;
  dataDir: string;
  db: SqlDatabase;
  restore(archive: string, args?: readonly string[], env?: Record<string, string>): Promise<Ended>;
}

/** An installation with a ledger and the work of an organization, and the commands that back it up and restore it. */
export async function createBackupWorld() {
  const { path: folder, remove } = temporaryFolder();
  const dataDir = join(folder, 'data');
  const chain = createChain({ seed: 11 });
  chain.extend(30);
  const logo = randomBytes(3_000_000);
  const own = await ownDatabase();
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
  const opened: (() => Promise<void>)[] = [];

  function backup(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return start({
      script: script('backup'),
      args,
      env: { DATA_DIR: dataDir, DATABASE_URL: own.url, ...env },
    }).ended;
  }

  return {
    folder,
    own,
    chain,
    logo,
    backup,
    /** Makes a backup in a new folder; returns the path of the archive. */
    async archiveIn(
      name: string,
      options: { args?: readonly string[]; env?: Record<string, string> } = {},
    ): Promise<string> {
      const place = join(folder, name);
      const ended = await backup([...(options.args ?? []), place], options.env);
      expect(ended).toMatchObject({ code: 0, err: '' });
      const [archive = '', ...more] = readdirSync(place);
      expect(more).toEqual([]);
      return join(place, archive);
    },
    async target(): Promise<Target> {
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
    },
    async remove(): Promise<void> {
      for (const close of opened) await close();
      await own.remove();
      remove();
    },
  };
}
export type BackupWorld = Awaited<ReturnType<typeof createBackupWorld>>;

export async function rowsOf<T>(db: SqlDatabase, sql: string): Promise<T[]> {
  return (await withSession(db, (session) => session.query<T>(sql))).rows;
}

export const relations = (db: SqlDatabase) =>
  rowsOf(db, `select relname from pg_class where relnamespace = 'public'::regnamespace`);

/** Digests of the rows of each table that backups have, in any order, by name. */
export async function digests(db: SqlDatabase): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relpersistence = 'p' and relname not in ('backup_run', 'schema_migration', 'server_process', 'work_lease')
     order by 1`,
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
export const structure = (db: SqlDatabase) =>
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

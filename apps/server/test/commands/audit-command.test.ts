import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataFolder } from '../../src/data-folder.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createAudit } from '../../src/contexts/identity/audit/audit.service.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { databaseEnv, openPrepared, prepareDataFolder } from '../support/command.ts';
import { createPostgresDatabase } from '../support/databases.ts';

const command = fileURLToPath(new URL('../../src/commands/audit.ts', import.meta.url));
let dataDir = '';
const chain = createChain({ seed: 3 });
chain.extend(12);

beforeAll(async () => {
  dataDir = await prepareDataFolder(await mkdtemp(join(tmpdir(), 'hopscope-audit-')));
  const db = openPrepared(dataDir);
  await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
  const kysely = createKysely(db);
  const log = createAudit({ kysely, now: Date.now });
  await kysely
    .transaction()
    .execute((trx) =>
      log.record(trx, { organizationId: null, action: 'plan.changed', subject: { type: 'plan', id: null } }),
    );
  await db.close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function audit(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      ...databaseEnv(dataDir),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => void (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => void (err += part.toString()));
  const [code] = await once(child, 'close');
  return { code, out, err };
}

test('prints what it checked and answers 0', async () => {
  const { code, out, err } = await audit(['--height', '5']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/Network +demo\nBlocks +13 \(0–12, complete\)/);
  expect(out).toMatch(/At block 12 .*\n.* issued\nAt block 5 /);
  expect(out.endsWith('The ledger is consistent\n')).toBe(true);
});

test('verifies the audit log', async () => {
  const { code, out, err } = await audit(['log']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Installation: 1 entries, head [0-9a-f]{64}\nThe audit log is intact\n$/);
});

test('answers 1 where the audit log is broken, on PostgreSQL', async () => {
  const created = await createPostgresDatabase();
  const db = openPostgres({ url: created.url, poolSize: 1 });
  const kysely = createKysely(db);
  const log = createAudit({ kysely, now: Date.now });
  await kysely
    .transaction()
    .execute((trx) =>
      log.record(trx, { organizationId: null, action: 'plan.changed', subject: { type: 'plan', id: null } }),
    );
  await withSession(db, async (session) => {
    await session.query('alter table audit_log disable trigger user');
    await session.query(`update audit_log set actor_role = 'operator'`);
  });
  const { code, out } = await audit(['log'], { DATABASE_URL: created.url });
  expect(code).toBe(1);
  expect(out).toMatch(/^Installation: broken at entry 1: .*\nThe audit log is broken\n$/);
  await db.close();
  await created.drop();
});

test('answers 1 and names the place of a violation, on PostgreSQL', async () => {
  const created = await createPostgresDatabase();
  const db = openPostgres({ url: created.url, poolSize: 1 });
  await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
  expect((await audit([], { DATABASE_URL: created.url })).code).toBe(0);
  await withSession(db, (session) => session.query('update btc_block set fees = fees + 1 where height = 9'));
  const { code, out } = await audit([], { DATABASE_URL: created.url });
  expect(code).toBe(1);
  expect(out).toMatch(/^Violation: Block 9 records .* satoshis in fees.*\n {2}at block 9\n$/);
  await db.close();
  await created.drop();
});

test.each([
  { name: 'an option it does not know', args: ['--hight', '5'], env: {}, says: /--hight[\s\S]*Usage/ },
  { name: 'a height that is none', args: ['--height', '1e3'], env: {}, says: /must be a block height/ },
  { name: 'something it does not audit', args: ['books'], env: {}, says: /books cannot be audited\n.*Usage/ },
  {
    name: 'a height for the log',
    args: ['log', '--height', '1'],
    env: {},
    says: /--height applies to the ledger only/,
  },
  { name: 'settings that are not valid', args: [], env: { PORT: 'x' }, says: /PORT must be/ },
  {
    name: 'a database that does not answer',
    args: [],
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    says: /ECONNREFUSED/,
  },
])('answers 2 to $name, without a stack', async ({ args, env, says }) => {
  const { code, out, err } = await audit(args, env);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(says);
  expect(err).not.toMatch(/\n\s+at /);
});

test('answers 2 while a process that works on another database holds the data folder', async () => {
  const folder = openDataFolder(dataDir, 'a Hopscope server');
  const { code, err } = await audit([], { DATABASE_URL: '' });
  folder.release();
  expect(code).toBe(2);
  expect(err).toMatch(/is in use by a Hopscope server/);
});

test('tables and indexes are checked: a row that its index lacks is found', async () => {
  const created = await createPostgresDatabase();
  const db = openPostgres({ url: created.url, poolSize: 1 });
  await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
  expect((await audit([], { DATABASE_URL: created.url })).out).toMatch(
    /\n\d+ tables and \d+ indexes are intact\n/,
  );
  // A partial index whose condition leaves rows out, declared to be whole, is what a lost write leaves behind.
  await withSession(db, async (session) => {
    await session.query('create index planted on btc_block (fees) where height > 5');
    await session.query(`update pg_index set indpred = null where indexrelid = 'planted'::regclass`);
  });
  const { code, out } = await audit([], { DATABASE_URL: created.url });
  expect(code).toBe(1);
  expect(out).toMatch(/^Violation: planted is damaged: heap tuple .* lacks matching index tuple/);
  await db.close();
  await created.drop();
});

import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { withSession } from '../../src/db/session.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { openBuiltIn, start } from '../support/command.ts';
import {
  childrenOf,
  commandOf,
  health,
  postmasterOf,
  serveOn,
  signUp,
  stop,
} from '../support/servers/built-in-database.ts';
import { smallDisk } from '../support/survival/small-disk.ts';

const auditScript = fileURLToPath(new URL('../../src/commands/audit.ts', import.meta.url));
const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
afterAll(() => folder.remove());
const isRoot = process.getuid?.() === 0;

describe('The built-in database', () => {
  test('starts in an empty folder, is its owner’s alone, and ends with the server', async () => {
    const dataDir = join(folder.path, 'empty');
    mkdirSync(dataDir, { mode: 0o755 });
    mkdirSync(join(dataDir, 'outbox'), { mode: 0o755 });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const server = serveOn(dataDir);
      expect(await health(await server.where())).toBe(200);
      const pid = postmasterOf(dataDir);
      expect(pid).toBeDefined();
      if (process.platform === 'linux') {
        const listening = readFileSync(`/proc/${pid}/net/tcp`, 'utf8');
        expect(listening).not.toMatch(/:1538 00000000:0000 0A/);
        expect(statSync(`/proc/${pid}`).uid === 0).toBe(false);
      }
      await stop(server, signal);
      expect(postmasterOf(dataDir)).toBeUndefined();
    }
    const open = [
      dataDir,
      ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name)),
    ].filter((path) => (lstatSync(path).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  test('an operator’s settings go before those of the machine, but not before durability', async () => {
    const dataDir = join(folder.path, 'settings');
    const server = serveOn(dataDir, { env: { DATABASE_SETTINGS: 'shared_buffers=48MB; work_mem=3MB' } });
    await server.where();
    const command = readFileSync(`/proc/${postmasterOf(dataDir)}/cmdline`, 'utf8').split('\0');
    expect(command).toContain('shared_buffers=48MB');
    expect(command).toContain('fsync=on');
    await stop(server);
    const refused = await serveOn(dataDir, { env: { DATABASE_SETTINGS: 'fsync=off' } }).ended;
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('DATABASE_SETTINGS must not change fsync');
  });

  test('a server that was left behind by kill -9 is ended by the next start, with everything in it', async () => {
    const dataDir = join(folder.path, 'killed');
    const first = serveOn(dataDir);
    expect((await signUp(await first.where(), 'ada@example.org')).status).toBe(201);
    first.child.kill('SIGKILL');
    await first.ended;
    const left = postmasterOf(dataDir);
    expect(left).toBeDefined();
    const second = serveOn(dataDir);
    const url = await second.where();
    expect(postmasterOf(dataDir)).not.toBe(left);
    expect((await signUp(url, 'ada@example.org')).status).toBe(409);
    const third = await serveOn(dataDir).ended;
    expect(third.err).toBe(
      `${dataDir} is in use by a Hopscope server (process ${second.child.pid}). Stop it first, or use another DATA_DIR.\n`,
    );
    await stop(second);
  });

  test.each(['the server process', 'a process that answers a client'])(
    'when %s is killed, requests are answered with 503 until it is there again',
    async (what) => {
      const dataDir = join(folder.path, `crash-${what.length}`);
      const server = serveOn(dataDir, { env: { LOG_LEVEL: 'fatal' } });
      const url = await server.where();
      expect((await signUp(url, 'ada@example.org')).status).toBe(201);
      const pid = postmasterOf(dataDir) ?? 0;
      const client = childrenOf(pid).find((child) => commandOf(child).includes('hopscope hopscope'));
      process.kill(what === 'the server process' ? pid : (client ?? 0), 'SIGKILL');
      const seen = new Set<number>();
      await expect
        .poll(async () => {
          const { status } = await signUp(url, 'ada@example.org');
          seen.add(status);
          return status;
        })
        .toBe(409);
      expect([...seen].filter((status) => status !== 409 && status !== 503)).toEqual([]);
      expect(await health(url)).toBe(200);
      await stop(server);
      expect(postmasterOf(dataDir)).toBeUndefined();
    },
  );

  test('it recovers although the process that recovers it is killed', async () => {
    const dataDir = join(folder.path, 'recovery');
    const server = serveOn(dataDir, { env: { LOG_LEVEL: 'fatal' } });
    const url = await server.where();
    expect((await signUp(url, 'ada@example.org')).status).toBe(201);
    /** Kills a process of the database within two seconds; false if there was none. */
    const killNamed = async (name: string): Promise<boolean> => {
      for (const deadline = Date.now() + 2000; Date.now() < deadline; await pause(1)) {
        try {
          const pid = childrenOf(postmasterOf(dataDir) ?? 0).find((child) => commandOf(child).includes(name));
          if (pid !== undefined) return process.kill(pid, 'SIGKILL');
        } catch {
          // One of them has just ended.
        }
      }
      return false;
    };
    await until(
      'the process that recovers it is killed',
      async () => (await killNamed('checkpointer')) && (await killNamed('startup')),
    );
    await expect.poll(async () => (await signUp(url, 'ada@example.org')).status).toBe(409);
    await stop(server);
  });

  test('a folder of another PostgreSQL, or of the database of an earlier version, is refused with what to do', async () => {
    const other = join(folder.path, 'other');
    mkdirSync(join(other, 'postgres'), { recursive: true });
    writeFileSync(join(other, 'postgres', 'PG_VERSION'), '16\n');
    const refused = await serveOn(other).ended;
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /was made by PostgreSQL 16; the built-in one is PostgreSQL 18\. .*pg_dump.*DATABASE_URL/,
    );
    const former = join(folder.path, 'former');
    mkdirSync(join(former, 'database'), { recursive: true });
    writeFileSync(join(former, 'database', 'PG_VERSION'), '17\n');
    expect((await serveOn(former).ended).err).toMatch(
      /contains a database of an earlier version of Hopscope.*Set another DATA_DIR/,
    );
  });

  test('a command that runs the database waits at its end for another one that joined it', async () => {
    const dataDir = join(folder.path, 'joined');
    const owner = await openBuiltIn(dataDir);
    const joined = await openBuiltIn(dataDir);
    let closed = false;
    const closing = owner.close().then(() => (closed = true));
    const questions = Array.from({ length: 5 }, () =>
      withSession(joined.db, (session) => session.query('select pg_sleep(0.1)')),
    );
    await Promise.all(questions);
    expect(closed).toBe(false);
    await joined.close();
    await closing;
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test('a shared folder is refused as DATA_DIR', async () => {
    const shared = join(folder.path, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    expect((await serveOn(shared).ended).err).toBe(
      `${shared} is shared with other users. Set DATA_DIR to a dedicated folder.\n`,
    );
    expect(statSync(shared).mode & 0o7777).toBe(0o1777);
  });

  test('works below a path with spaces, quotes, letters of other scripts, and more than 200 characters', async () => {
    const long = Array.from({ length: 5 }, (_, i) => String(i).repeat(50));
    const dataDir = join(folder.path, 'a folder, "quoted"/данные/データ', ...long);
    for (const status of [201, 409]) {
      const server = serveOn(dataDir);
      expect((await signUp(await server.where(), 'ada@example.org')).status).toBe(status);
      await stop(server);
    }
    const audited = await start({ script: auditScript, env: { DATA_DIR: dataDir } }).ended;
    expect(audited).toMatchObject({ code: 0, err: '' });
  });

  test('as root in a closed folder: it goes where its user can reach it, says so, and is found again', async (context) => {
    if (!isRoot) context.skip('only root runs PostgreSQL as another user');
    const home = join(folder.path, 'home');
    mkdirSync(home, { mode: 0o700 });
    const dataDir = join(home, 'data');
    const first = serveOn(dataDir);
    expect((await signUp(await first.where(), 'ada@example.org')).status).toBe(201);
    const place = realpathSync(join(dataDir, 'postgres'));
    expect(place).not.toContain(folder.path);
    first.child.kill('SIGTERM');
    expect((await first.ended).out).toContain(`The database is in ${place}\n`);
    const second = serveOn(dataDir);
    expect((await signUp(await second.where(), 'ada@example.org')).status).toBe(409);
    await stop(second);
    rmSync(dirname(place), { recursive: true });
    const lost = await serveOn(dataDir).ended;
    expect(lost.err).toMatch(/postgres points to a folder that is not there/);
  });

  test('as another user than root it runs as that user', async (context) => {
    if (!isRoot) context.skip('only root can run a program as another user');
    const dataDir = join(folder.path, 'own');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, 65_534, 65_534);
    const server = serveOn(dataDir, { uid: 65_534 });
    const started = await server.where().catch((error: unknown) => String(error));
    if (started.includes('Cannot find module') || started.includes('EACCES'))
      context.skip('another user cannot read the sources');
    expect(await health(started)).toBe(200);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65_534);
    await stop(server);
  });
});

const diskFor = smallDisk(260);

test('on a full disk what is there can be read, changes are refused, and go on once there is room', async (context) => {
  const disk = diskFor(context);
  const dataDir = join(disk.path, 'data');
  const server = serveOn(dataDir, { env: { LOG_LEVEL: 'fatal' } });
  const url = await server.where();
  const signedUp = (await (await signUp(url, 'ada@example.org')).json()) as {
    data: { user: { accessToken: string } };
  };
  const headers = { authorization: `Bearer ${signedUp.data.user.accessToken}` };
  const session = async (): Promise<number> =>
    (await fetch(`${url}/api/v1/auth/session`, { headers })).status;
  const change = (name: string): Promise<Response> =>
    fetch(`${url}/api/v1/people/me`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
  for (const freeMegabytes of [20, 0]) {
    const ballast = disk.fill(freeMegabytes);
    await expect.poll(async () => (await change('Grace')).status).toBe(503);
    expect(await (await change('Grace')).json()).toMatchObject({
      code: 'unavailable',
      message: 'The database disk is full',
    });
    expect(await session()).toBe(200);
    expect(await health(url)).toBe(200);
    rmSync(ballast);
    await expect.poll(async () => (await change('Ada')).status).toBe(200);
    expect(await session()).toBe(200);
  }
  await stop(server);
});

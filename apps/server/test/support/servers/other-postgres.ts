import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { databaseFolder } from '../../../../../test/run-folder.ts';
import { until } from '../../../../../test/until.ts';
import { majorVersion } from '../../../src/db/built-in/cluster.ts';
import { databaseUser } from '../../../src/db/built-in/run-as.ts';

/** Programs of an installed PostgreSQL of another major version than the built-in one (Debian's folders). */
export function otherPostgres(): { major: string; bin: string } | undefined {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').flatMap((path) => {
    const [, major] = /^\/usr\/lib\/postgresql\/(\d+)\/bin\/initdb$/.exec(path) ?? [];
    return major === undefined || major === majorVersion ? [] : [{ major, bin: join(path, '..') }];
  });
  return found.toSorted((a, b) => Number(b.major) - Number(a.major))[0];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts it with an empty database, on loopback, as the user that the built-in one runs as. */
export async function startPostgres(bin: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(databaseFolder(), 'other-'));
  const user = databaseUser(undefined);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder };
  const asked = ['-D', data, '-U', 'hopscope', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(bin, 'initdb'), asked, options);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
    ...options,
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const url = `postgres://hopscope@127.0.0.1:${port}/postgres`;
  await until('PostgreSQL accepts connections', async () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL has ended with ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('create database hopscope');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  });
  return {
    url: `postgres://hopscope@127.0.0.1:${port}/hopscope`,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

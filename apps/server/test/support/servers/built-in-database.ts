import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { findPostmaster } from '../../../src/db/built-in/postmaster-file.ts';
import { person } from '../api/api-client.ts';
import { type CommandOptions, type Running, start } from '../command.ts';

export const serve = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** Starts the server on the built-in database of a data folder. */
export function serveOn(dataDir: string, more: Omit<CommandOptions, 'script'> = {}): Running {
  return start({
    ...more,
    script: serve,
    env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...more.env },
  });
}

export async function stop(server: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  server.child.kill(signal);
  expect(await server.ended).toMatchObject({ code: 0, err: '' });
}

/** Returns the process IDs of a database server's children, whose activity `commandOf` returns (Linux). */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
export const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

export const health = async (url: string): Promise<number> => (await fetch(`${url}/api/v1/health`)).status;
export const signUp = async (url: string, email: string): Promise<Response> =>
  fetch(`${url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person(email)),
  });
export const postmasterOf = (dataDir: string): number | undefined =>
  findPostmaster(join(dataDir, 'postgres'))?.pid;

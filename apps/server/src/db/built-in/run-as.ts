import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BuiltInError } from './built-in-error.ts';

/** An operating system user by number. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user that PostgreSQL runs as. Undefined: this process's own. PostgreSQL refuses to run as root, so as root it
 * is the user named `wanted`, or `nobody`. Throws BuiltInError if there is no such user or if it is root.
 */
export function databaseUser(wanted: string | undefined): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const name = wanted ?? 'nobody';
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(([entry]) => entry === name);
  if (!line)
    throw new BuiltInError(
      `PostgreSQL does not run as root, and there is no user "${name}" to run it as. Create one and name it in DATABASE_USER, or set DATABASE_URL.`,
    );
  const [uid, gid] = [Number(line[2]), Number(line[3])];
  if (uid === 0)
    throw new BuiltInError('PostgreSQL does not run as root: DATABASE_USER must name another user.');
  return { name, uid, gid };
}

/** Result of a program; `code` is null if a signal ended it, and `error` contains why it couldn't be started. */
export interface RunResult {
  readonly code: number | null;
  readonly error: NodeJS.ErrnoException | undefined;
  /** The last 4,000 characters of its stderr and stdout. */
  readonly output: string;
}

/** Runs a program to its end as `user`, with an almost empty environment and `input` as its input. Never throws. */
export function runAs(
  user: SystemUser | undefined,
  program: string,
  args: readonly string[],
  input = '',
): Promise<RunResult> {
  return new Promise((resolve) => {
    let output = '';
    const add = (part: Buffer): void => {
      output = (output + part.toString()).slice(-4000);
    };
    const child = spawn(program, [...args], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: '/',
      env: databaseEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A program that ends without reading its input closes the pipe.
    child.stdin.on('error', () => {}).end(input);
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.once('error', (error) => resolve({ code: null, error, output }));
    child.once('close', (code) => resolve({ code, error: undefined, output }));
  });
}

/**
 * Returns the environment of PostgreSQL's programs: messages in English, and no variables of ours that could change their
 * behavior.
 */
export function databaseEnvironment(): Record<string, string> {
  const keep = process.platform === 'win32' ? ['PATH', 'SystemRoot', 'TEMP', 'TMP'] : ['PATH', 'TMPDIR'];
  return Object.fromEntries([
    ...keep.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
    ['LC_ALL', 'C'],
    ['TZ', 'UTC'],
  ]);
}

/** Returns whether `user` may enter the folder `path`, and write in it if `write` is set. */
export async function canReach(user: SystemUser | undefined, path: string, write = false): Promise<boolean> {
  if (!user) return true;
  const test = write ? 'test -d "$0" -a -x "$0" -a -w "$0"' : 'test -d "$0" -a -x "$0"';
  return (await runAs(user, '/bin/sh', ['-c', test, path])).code === 0;
}

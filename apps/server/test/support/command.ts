import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventTimeout } from '../../../../test/timeouts.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { createPostgresDatabase } from './databases.ts';

/** Exit status and output of a process. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Returns the output so far. */
  output(): string;
  /** Resolves when the output matches; throws if the process ends before. */
  waitForOutput(what: RegExp): Promise<void>;
  /** Resolves to the URL that a server has printed. */
  where(): Promise<string>;
}

export interface CommandOptions {
  /** `import.ts` or a file of the tests. */
  script?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** A wrapper program with its arguments. */
  through?: readonly string[];
  /** Numeric user ID of the process. */
  uid?: number;
}

const source = (name: string): string => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));

/** Starts `node apps/server/src/<script>` with only the given environment variables. */
export function start(options: CommandOptions): Running {
  const [program = '', ...rest] = [
    ...(options.through ?? []),
    process.execPath,
    options.script ?? source('commands/import.ts'),
    ...(options.args ?? []),
  ];
  const child = spawn(program, rest, {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...databaseEnv(options.env?.['DATA_DIR']),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => void (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => void (err += part.toString()));
  const ended = once(child, 'close').then(
    (): Ended => ({ code: child.exitCode, signal: child.signalCode, out, err }),
  );
  const running: Running = {
    child,
    ended,
    output: () => out + err,
    async where() {
      await running.waitForOutput(/is running at /);
      return /is running at (\S+)/.exec(out)?.[1] ?? '';
    },
    async waitForOutput(what) {
      const deadline = Date.now() + eventTimeout;
      while (!what.test(out + err)) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`Not said ${what}: ${out}${err}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  return running;
}

/** Runs the import command until it ends. */
export function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  more: Omit<CommandOptions, 'args' | 'env'> = {},
): Promise<Ended> {
  return start({ ...more, args, env }).ended;
}

/** Databases by prepared data folder. */
const prepared = new Map<string, string>();

/** Prepares `path` as a data folder whose commands use a migrated, empty database of the tests' server. */
export async function prepareDataFolder(path: string): Promise<string> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  prepared.set(path, (await createPostgresDatabase()).url);
  return path;
}

/** Returns the setting of the database of a prepared data folder; for other folders none, which means the built-in server. */
export function databaseEnv(dataDir: string | undefined): { DATABASE_URL?: string } {
  const url = dataDir === undefined ? undefined : prepared.get(dataDir);
  return url === undefined ? {} : { DATABASE_URL: url };
}

/** Opens the built-in database of a data folder, as a command does. */
export function openBuiltIn(dataDir: string): Promise<OpenDatabase> {
  const config = { dataDir, databaseUrl: undefined };
  return openDatabase({ config, as: 'command', what: 'a test', statementTimeoutMs: 0 });
}

/** Opens the database of a prepared data folder. */
export function openPrepared(dataDir: string): SqlDatabase {
  const url = prepared.get(dataDir);
  if (url === undefined) throw new Error(`${dataDir} was not prepared`);
  return openPostgres({ url, poolSize: 4 });
}

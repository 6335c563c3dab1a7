import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { eventTimeout } from '../../../../test/timeouts.ts';

/** How a process ended and what it said. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves when the process has said it; throws if it ends before. */
  said(what: RegExp): Promise<void>;
  /** The address that a server has said. */
  where(): Promise<string>;
}

export interface CommandOptions {
  /** `import.ts` or a file of the tests. */
  script?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** A program in front of Node, with its arguments. */
  through?: readonly string[];
  /** Numeric user to run as. */
  uid?: number;
}

const source = (name: string): string => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));

/**
 * For processes that do little in the built-in database: its WebAssembly is compiled once, simply, as the import command and
 * the workers of a run do. Whoever starts with the same flags finds the same compiled modules, too.
 */
export const quickStart = ['--liftoff-only'] as const;

/** Starts `node apps/server/src/<script>` with nothing in its environment but what is given. */
export function start(options: CommandOptions): Running {
  const [program = '', ...rest] = [
    ...(options.through ?? []),
    process.execPath,
    ...quickStart,
    options.script ?? source('import.ts'),
    ...(options.args ?? []),
  ];
  const child = spawn(program, rest, {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
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
    async where() {
      await running.said(/is running at /);
      return /is running at (\S+)/.exec(out)?.[1] ?? '';
    },
    async said(what) {
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

/** Runs the import command to its end. */
export function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  more: Omit<CommandOptions, 'args' | 'env'> = {},
): Promise<Ended> {
  return start({ ...more, args, env }).ended;
}

/** Makes `path` a data folder with a migrated, empty database, so that no time goes into making one. */
export function prepareDataFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  cpSync(join(inject('pgliteFolder'), 'database'), join(path, 'database'), { recursive: true });
  return path;
}

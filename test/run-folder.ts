import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

const prefix = 'hopscope-tests-';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the temporary folder of a process by its environment; undefined if unreadable. Linux only. */
function temporaryFolderOf(pid: number): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return environment.find((entry) => entry.startsWith('TMPDIR='))?.slice('TMPDIR='.length);
  } catch {
    return undefined;
  }
}

/** Returns the processes of a run: all direct and indirect children have its folder, or one below, in the environment. */
export function processesOf(folder: string): number[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number) : [];
  return pids.filter(
    (pid) => pid > 0 && pid !== process.pid && `${temporaryFolderOf(pid) ?? ''}/`.startsWith(`${folder}/`),
  );
}

function signalAll(folder: string, signal: NodeJS.Signals): number {
  const pids = processesOf(folder);
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended.
    }
  }
  return pids.length;
}

/** Unmounts disks that tests have mounted below a folder; only root could have mounted any. */
function unmountBelow(folder: string): void {
  if (!existsSync('/proc/mounts')) return;
  const places = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const place of places) {
    if (place.startsWith(`${folder}/`)) spawnSync('umount', [place], { stdio: 'ignore' });
  }
}

/** Ends the processes of an interrupted run: first gracefully, so that PostgreSQL releases its shared memory. */
async function removeRun(folder: string): Promise<void> {
  for (let tries = 0; tries < 50 && signalAll(folder, 'SIGTERM') > 0; tries++) await after(100);
  signalAll(folder, 'SIGKILL');
  unmountBelow(folder);
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`${folder} of an interrupted run cannot be removed: ${String(error)}\n`);
  }
}

/**
 * Works as `removeRun`, but synchronously, when waiting is no longer possible. Anything that can't be removed is left to the next
 * run.
 */
function removeAtOnce(folder: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 100; tries++) {
    if (signalAll(folder, 'SIGKILL') === 0) {
      try {
        unmountBelow(folder);
        rmSync(folder, { recursive: true, force: true });
        return;
      } catch {
        // A process that has just ended was still writing there.
      }
    }
    Atomics.wait(clock, 0, 0, 100);
  }
}

/** Removes folders and processes of runs whose main process has ended. */
export async function removeInterruptedRuns(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) {
      const folder = join(parent, name);
      if (statSync(folder).uid === process.getuid?.()) await removeRun(folder);
    }
  }
}

/** An in-memory file system, and the required free space: a container may have only a few megabytes. */
const inMemory = '/dev/shm';
const leastMemory = 4 * 2 ** 30;

/**
 * Returns a folder for the databases of this run, which is removed with it: in memory if there is room, because creating files
 * takes most of the time of creating a database.
 */
export function databaseFolder(): string {
  const parent = hasRoom(inMemory) ? inMemory : tmpdir();
  const folder = join(parent, `${prefix}${process.pid}`, 'databases');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= leastMemory;
  } catch {
    return false;
  }
}

/**
 * Creates one temporary folder for everything that a run writes. All processes of the run get it as TMPDIR. It is removed when
 * the main process ends, together with processes still running in it.
 */
export async function openRunFolder(): Promise<string> {
  const parent = tmpdir();
  await removeInterruptedRuns(parent);
  if (existsSync(inMemory)) await removeInterruptedRuns(inMemory);
  const folder = join(parent, `${prefix}${process.pid}`);
  mkdirSync(folder);
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => {
    const left = processesOf(folder).length;
    if (left > 0) process.stderr.write(`Ended ${left} processes that tests had left behind\n`);
    removeAtOnce(folder);
    rmSync(join(inMemory, `${prefix}${process.pid}`), { recursive: true, force: true });
    process.env['TMPDIR'] = parent;
  });
  return folder;
}

/** Runs once for all test groups of a run. */
export default async function setup(): Promise<void> {
  if (!process.env['TMPDIR']?.endsWith(`${prefix}${process.pid}`)) await openRunFolder();
}

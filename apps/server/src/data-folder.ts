import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process uses the data folder, or the folder cannot be used. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

export interface DataFolder {
  readonly path: string;
  /** Gives the folder free for other processes. */
  release(): void;
}

interface Holder {
  pid: number;
  /** When that process started, where the system tells: tells a reused pid apart. */
  started: string;
  what: string;
}

/** Start time of a process from /proc (Linux), '' elsewhere or if it does not run. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(holder: Holder): boolean {
  // A machine that lost power may leave an empty lock; 0 would stand for this process's group.
  if (!Number.isInteger(holder.pid) || holder.pid <= 0) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return holder.started === startedAt(holder.pid);
}

function readHolder(file: string): Holder | undefined {
  try {
    const [pid, started, what] = readFileSync(file, 'utf8').split('\n');
    return { pid: Number(pid), started: started ?? '', what: what ?? 'another process' };
  } catch {
    return undefined;
  }
}

function cannotUse(path: string, cause: unknown): DataFolderError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DataFolderError(`Cannot use ${path} as DATA_DIR: ${reason}`, { cause });
}

/**
 * Creates the data folder (mode 700) and takes it for this process until `release` or the end of the process;
 * a lock left by a killed process is taken over. Throws DataFolderError naming the holder.
 */
export function openDataFolder(path: string, what: string): DataFolder {
  const lock = join(path, 'lock');
  const own = join(path, `lock.${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotUse(path, error);
  }
  try {
    writeFileSync(own, `${process.pid}\n${startedAt(process.pid)}\n${what}`, { mode: 0o600 });
  } catch (error) {
    rmSync(own, { force: true }); // on a full disk it is there, and empty
    throw cannotUse(path, error);
  }
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        // A hard link appears whole or not at all, and fails if the name exists.
        linkSync(own, lock);
        return { path, release: () => rmSync(lock, { force: true }) };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = readHolder(lock);
      if (!holder) continue;
      if (isAlive(holder)) {
        throw new DataFolderError(
          `${path} is in use by ${holder.what} (process ${holder.pid}). Stop it first, or use another DATA_DIR.`,
        );
      }
      const stale = `${own}.stale`;
      try {
        renameSync(lock, stale);
      } catch {
        continue; // somebody else was quicker
      }
      const moved = readHolder(stale);
      if (moved && isAlive(moved)) linkSync(stale, lock); // it was a fresh lock after all: put it back
      rmSync(stale, { force: true });
    }
    throw new DataFolderError(`${path} is in use. Stop the other process first, or use another DATA_DIR.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** The secret in `file` of the data folder; made at first use, readable by its owner alone. */
export function keepSecret(folder: string, file: string): string {
  const path = join(folder, file);
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

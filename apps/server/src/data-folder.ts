import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';

/** Another process uses the data folder, or the folder cannot be used. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/** Another process holds the data folder. */
export class FolderInUseError extends DataFolderError {
  override name = 'FolderInUseError';
}

export interface DataFolder {
  readonly path: string;
  /** Gives the folder free for other processes. */
  release(): void;
}

const databaseMark = 'runs the built-in database';

interface Holder {
  pid: number;
  /** When that process started, where the system tells: tells a reused pid apart. */
  started: string;
  what: string;
  /** It runs the built-in database, which commands may use beside it. */
  runsDatabase: boolean;
}

/** Start time of a process from /proc (Linux), '' elsewhere or if it does not run, also if its parent has not noticed yet. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? '' : (rest[18] ?? '');
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
    const [pid, started, what, runs] = readFileSync(file, 'utf8').split('\n');
    return {
      pid: Number(pid),
      started: started ?? '',
      what: what ?? 'another process',
      runsDatabase: runs === databaseMark,
    };
  } catch {
    return undefined;
  }
}

function cannotUse(path: string, cause: unknown): DataFolderError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DataFolderError(`Cannot use ${path} as DATA_DIR: ${reason}`, { cause });
}

/** Whether a process holds the data folder and runs the built-in database on it, or is about to. */
export function isDatabaseLocked(path: string): boolean {
  const holder = readHolder(join(path, 'lock'));
  return holder !== undefined && holder.runsDatabase && isAlive(holder);
}

/** A folder that other users write to is nobody's to close, and none to keep secrets in. */
function refuseShared(path: string): void {
  const { mode } = statSync(path);
  if ((mode & 0o1000) !== 0 || resolve(path) === parse(resolve(path)).root)
    throw new DataFolderError(`${path} is shared with other users. Set DATA_DIR to a dedicated folder.`);
}

/** What Hopscope keeps in the folder, beside the database, which sees to itself. */
const ownEntries = ['outbox', 'logos', 'directory', 'directory-work', 'token.secret', 'database.password'];

/** Takes rights away from others: of the folder, and of what an earlier version or a restored backup left more open. */
function closeToOthers(path: string): void {
  chmodSync(path, 0o700);
  for (const name of ownEntries) {
    const entry = statSync(join(path, name), { throwIfNoEntry: false });
    if (entry) chmodSync(join(path, name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

/**
 * Creates the data folder (mode 700) and takes it for this process until `release` or the end of the process;
 * a lock left by a killed process is taken over. Throws DataFolderError naming the holder.
 */
export function openDataFolder(
  path: string,
  what: string,
  options: { runsDatabase?: boolean } = {},
): DataFolder {
  const lock = join(path, 'lock');
  const own = join(path, `lock.${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    // Folders on the way are ordinary ones: the database user has to get through them.
    mkdirSync(dirname(path), { recursive: true });
    mkdirSync(path, { recursive: true, mode: 0o700 });
    refuseShared(path);
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw cannotUse(path, error);
  }
  try {
    const mark = options.runsDatabase === true ? databaseMark : '';
    writeFileSync(own, `${process.pid}\n${startedAt(process.pid)}\n${what}\n${mark}`, { mode: 0o600 });
    closeToOthers(path);
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
        throw new FolderInUseError(
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
    throw new FolderInUseError(`${path} is in use. Stop the other process first, or use another DATA_DIR.`);
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

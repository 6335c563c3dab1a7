import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Contents of `postmaster.pid` in a PostgreSQL server's data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Folder of its Unix socket; undefined if it listens only on TCP. */
  readonly socketFolder: string | undefined;
  /** Whether it accepts connections. */
  readonly ready: boolean;
}

/**
 * Returns true if the process runs and, if the system reports it (Linux), works in `dataFolder`: the process ID may be
 * another program's by now.
 */
function runsIn(pid: number, dataFolder: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
  } catch (error) {
    // A foreign process isn't accessible: then it isn't a server that this user may connect to.
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

/**
 * Returns the PostgreSQL server that runs on a data folder, if there is one (PostgreSQL, "postmaster.pid": one value per
 * line).
 */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !runsIn(pid, dataFolder)) return undefined;
  const socketFolder = lines[4]?.trim();
  return {
    pid,
    port: Number(lines[3]),
    socketFolder: socketFolder === '' ? undefined : socketFolder,
    ready: lines[7]?.trim() === 'ready',
  };
}

/**
 * Kills processes that a terminated server left in `dataFolder`: they end on their own when they notice, but one that waits
 * for a lock of another never does, and no server can start in the meantime. Call it while no server runs there. Only Linux
 * reports the folders of processes; does nothing elsewhere.
 */
export function endOrphans(dataFolder: string): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(dataFolder)) continue;
      // The folder can also be the working directory of a shell.
      if (/^(.*\/)?postgres\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1')))
        process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}

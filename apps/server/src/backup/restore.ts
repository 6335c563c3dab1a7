import { RestoreRefused, withLoading } from '../db/backup/load.ts';
import { refuseNewerBackup } from '../db/migrate.ts';
import type { Archive } from './archive-reader.ts';
import { type Manifest, ArchiveError } from './archive-format.ts';
import { existingEntry, writeFile } from './folder-files.ts';

export interface RestoreOptions {
  archive: Archive;
  /** Name of the archive, for the mark in the database. */
  name: string;
  /** URL of an empty database. */
  url: string;
  dataDir: string;
  /** Checks the restored database; if it throws, the database can't be opened. */
  check(): Promise<void>;
  onStage?(stage: string): void;
}

/**
 * Verifies an archive from its first to its last byte, then loads it into an empty database and data folder. The database
 * can be opened only when everything is loaded and checked. Throws ArchiveError, RestoreRefused, SchemaError, SqlError.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { archive, url, dataDir, onStage } = options;
  refuseNewerBackup(archive.header.migrations);
  const existing = existingEntry(dataDir);
  if (existing !== undefined)
    throw new RestoreRefused(
      `DATA_DIR already contains ${existing}. Restore with a new DATA_DIR, or move it away.`,
    );
  onStage?.('verifying the archive');
  const { manifest } = await archive.verify();
  const rowsOf = new Map(manifest.parts.map(({ name, rows }) => [name, rows]));
  return withLoading(url, { migrations: archive.header.migrations, what: options.name }, async (loading) => {
    const read = await archive.readParts(async ({ begin, data }) => {
      if (begin.is === 'file') return writeFile(dataDir, begin.path, data);
      onStage?.(begin.name);
      const rows = await loading.load(begin, data);
      if (rows !== rowsOf.get(begin.name))
        throw new ArchiveError(
          `${begin.name} has ${rows} rows after the restore, but ${rowsOf.get(begin.name)} in the archive.`,
        );
    });
    onStage?.('indexes');
    await loading.complete(read.sequences);
    await options.check();
    return read;
  });
}

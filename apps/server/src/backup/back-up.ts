import { withDump } from '../db/backup/dump.ts';
import { formatVersion } from './archive-format.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { listFiles, readFile } from './folder-files.ts';
import { createEncryption } from './passphrase.ts';
import type { Place, Sink } from './places.ts';

export interface BackUpOptions {
  /** URL of the database. */
  url: string;
  dataDir: string;
  /** False: without the tables that loading the chain again fills. */
  chain: boolean;
  passphrase: string | undefined;
  place: Place;
  name: string;
  version: string;
  now: () => number;
  signal: AbortSignal;
  /** Called with each table and file before it is read. */
  onPart?(name: string): void;
}

export interface BackUpResult {
  /** Bytes of the archive. */
  bytes: number;
  /** Bytes of all parts before compression. */
  rawBytes: number;
  heights: { bitcoin: number | null; ethereum: number | null };
}

const suffix = '.hopscope-backup';

/** Returns the name of an archive, which sorts by time. */
export function archiveName(at: number, chain: boolean): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${time}${chain ? '' : '-without-chain'}${suffix}`;
}

const nameForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-without-chain)?\.hopscope-backup$/;

/** Removes all but the newest `keep` archives of a place; other files stay. Returns what was removed. */
export async function prune(place: Place, keep: number): Promise<string[]> {
  const archives = (await place.list()).filter((name) => nameForm.test(name)).toSorted();
  const old = archives.slice(0, Math.max(0, archives.length - keep));
  for (const name of old) await place.remove(name);
  return old;
}

function counting(sink: Sink): Sink & { bytes: number } {
  const counted = {
    ...sink,
    bytes: 0,
    write(part: Buffer): Promise<void> {
      counted.bytes += part.length;
      return sink.write(part);
    },
  };
  return counted;
}

/**
 * Writes one archive of the database and the files of the data folder, while a server uses both. Nothing remains of an
 * archive that can't be completed. Throws SqlError, PlaceError, and errors of the file system.
 */
export async function backUp(options: BackUpOptions): Promise<BackUpResult> {
  const { dataDir, chain, signal, onPart } = options;
  return withDump(options.url, { chain, signal }, async (dump) => {
    const sealing = options.passphrase === undefined ? undefined : await createEncryption(options.passphrase);
    const sink = counting(await options.place.create(options.name));
    try {
      const writer = await createArchiveWriter(sink, {
        header: {
          format: formatVersion,
          version: options.version,
          migrations: dump.migrations,
          createdAt: options.now(),
          chain,
          encryption: sealing?.encryption ?? null,
        },
        cipher: sealing?.cipher,
      });
      // Small and needed first: a restore checks them before it loads tables.
      for (const path of await listFiles(dataDir)) {
        onPart?.(path);
        await writer.addPart({ is: 'file', path }, readFile(dataDir, path), () => null);
      }
      for await (const { name, columns, data, rows } of dump.tables()) {
        onPart?.(name);
        await writer.addPart({ is: 'table', name, columns: [...columns] }, data, rows);
      }
      const { database, sequences, heights } = dump;
      const { rawBytes } = await writer.finish({ database, sequences, heights });
      signal.throwIfAborted();
      await sink.finish();
      return { bytes: sink.bytes, rawBytes, heights };
    } catch (error) {
      await sink.abort().catch(() => {});
      throw error;
    }
  });
}

import { withDump } from '../db/backup/dump.ts';
import { ArchiveError, archiveForm, formatVersion } from './archive-format.ts';
import { type Base, openBase } from './archive-reader.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { listFiles, readFile } from './folder-files.ts';
import { createEncryption } from './passphrase.ts';
import { type Place, PlaceError, type Sink } from './place.ts';

export interface BackUpOptions {
  /** URL of the database. */
  url: string;
  dataDir: string;
  /** False: without the tables that loading the chain again fills. */
  chain: boolean;
  passphrase: string | undefined;
  place: Place;
  /** Makes an incremental archive of what differs from this one, which is in the same place and has the same `chain`. */
  base?: Base | undefined;
  version: string;
  now: () => number;
  signal: AbortSignal;
  /** Called with each table and file before it is read. */
  onPart?(name: string): void;
}

export interface BackUpResult {
  name: string;
  /** Bytes of the archive. */
  bytes: number;
  /** Bytes of all parts before compression. */
  rawBytes: number;
  /** Bytes of them that the base already has. */
  sameBytes: number;
  heights: { bitcoin: number | null; ethereum: number | null };
}

/** Returns the name of an archive, which sorts by time; `base`: name of the archive that an incremental one refers to. */
export function archiveName(at: number, chain: boolean, base?: string): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  const [, baseTime] = (base !== undefined && archiveForm.exec(base)) || [];
  const since = baseTime === undefined ? '' : `-since-${baseTime}`;
  return `${time}${chain ? '' : '-without-chain'}${since}.hopscope-backup`;
}

interface Listed {
  readonly name: string;
  readonly chain: boolean;
  /** Name of its base; undefined for a complete archive. */
  readonly base: string | undefined;
}

/** Returns the archives of a place, the oldest first. */
async function listArchives(place: Place): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (const name of (await place.list()).toSorted()) {
    const [is, , without = '', since] = archiveForm.exec(name) ?? [];
    if (is === undefined) continue;
    const base = since === undefined ? undefined : `${since}${without}.hopscope-backup`;
    listed.push({ name, chain: without === '', base });
  }
  return listed;
}

/**
 * Opens the newest complete archive of a place as the base of an incremental one; undefined if there is none that can be
 * read, or if `most` incremental ones have been made from it. `onRefused` is called with the reason if it can't be read.
 */
export async function findBase(
  place: Place,
  options: {
    chain: boolean;
    passphrase: string | undefined;
    most: number;
    onRefused?(reason: string): void;
  },
): Promise<Base | undefined> {
  const archives = (await listArchives(place)).filter(({ chain }) => chain === options.chain);
  const newest = archives.findLast(({ base }) => base === undefined);
  if (!newest || archives.filter(({ base }) => base === newest.name).length >= options.most) return undefined;
  try {
    return await openBase(place.source(newest.name), { name: newest.name, passphrase: options.passphrase });
  } catch (error) {
    if (!(error instanceof ArchiveError || error instanceof PlaceError)) throw error;
    options.onRefused?.(error.message);
    return undefined;
  }
}

/**
 * Removes all but the newest `keep` archives of a place, and those that incremental ones among them need; other files stay.
 * Returns what was removed.
 */
export async function prune(place: Place, keep: number): Promise<string[]> {
  const archives = await listArchives(place);
  const newest = archives.slice(-keep);
  const needed = new Set(newest.flatMap(({ name, base }) => (base === undefined ? [name] : [name, base])));
  const old = archives.flatMap(({ name }) => (needed.has(name) ? [] : [name]));
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
  const { dataDir, chain, signal, onPart, base } = options;
  return withDump(options.url, { chain, signal }, async (dump) => {
    const sealing = options.passphrase === undefined ? undefined : await createEncryption(options.passphrase);
    const createdAt = options.now();
    const name = archiveName(createdAt, chain, base?.name);
    const sink = counting(await options.place.create(name));
    try {
      const writer = await createArchiveWriter(sink, {
        header: {
          format: formatVersion,
          version: options.version,
          migrations: dump.migrations,
          createdAt,
          chain,
          base: base ? { name: base.name, hash: base.hash } : null,
          encryption: sealing?.encryption ?? null,
        },
        cipher: sealing?.cipher,
        base: base?.find,
      });
      // Small and needed first: a restore checks them before it loads tables.
      for (const path of await listFiles(dataDir)) {
        onPart?.(path);
        await writer.addPart({ is: 'file', path }, readFile(dataDir, path), () => null);
      }
      for await (const table of dump.tables()) {
        onPart?.(table.name);
        const begin = { is: 'table' as const, name: table.name, columns: [...table.columns] };
        await writer.addPart(begin, table.data, table.rows);
      }
      const { database, sequences, heights } = dump;
      const { rawBytes, sameBytes } = await writer.finish({ database, sequences, heights });
      signal.throwIfAborted();
      await sink.finish();
      return { name, bytes: sink.bytes, rawBytes, sameBytes, heights };
    } catch (error) {
      await sink.abort().catch(() => {});
      throw error;
    }
  });
}

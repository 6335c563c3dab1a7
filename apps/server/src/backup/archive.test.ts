import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ArchiveError, type ArchiveHeader, chunkBytes, formatVersion } from './archive-format.ts';
import { openArchive } from './archive-reader.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { createEncryption } from './passphrase.ts';
import type { Source } from './place.ts';

const passphrase = 'a passphrase of the tests';
const header: ArchiveHeader = {
  format: formatVersion,
  version: '1.2.3',
  migrations: ['0001-baseline'],
  createdAt: 1_764_000_000_000,
  chain: true,
  encryption: null,
};

const sourceOf = (bytes: Uint8Array, piece = 1000): Source => ({
  name: 'memory',
  async *open() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  },
});

/** Writes an archive with two tables and a file. */
async function write(
  tables: Readonly<Record<string, Buffer>>,
  options: { passphrase?: string; head?: Partial<ArchiveHeader> } = {},
): Promise<Buffer> {
  const written: Buffer[] = [];
  const sealing = options.passphrase === undefined ? undefined : await createEncryption(options.passphrase);
  const sink = {
    write: async (bytes: Buffer) => void written.push(bytes),
    finish: async () => {},
    abort: async () => {},
  };
  const writer = await createArchiveWriter(sink, {
    header: { ...header, ...options.head, encryption: sealing?.encryption ?? null },
    cipher: sealing?.cipher,
  });
  await writer.addPart({ is: 'file', path: 'token.secret' }, [Buffer.from('secret')], () => null);
  for (const [name, data] of Object.entries(tables))
    await writer.addPart({ is: 'table', name, columns: ['a', 'b'] }, [data], () => 3);
  await writer.finish({ database: '18', sequences: [], heights: { bitcoin: 7, ethereum: null } });
  return Buffer.concat(written);
}

async function readAll(archive: Awaited<ReturnType<typeof openArchive>>): Promise<Record<string, Buffer>> {
  const parts: Record<string, Buffer> = {};
  await archive.readParts(async ({ begin, data }) => {
    const pieces: Buffer[] = [];
    for await (const piece of data) pieces.push(piece);
    parts[begin.is === 'table' ? begin.name : begin.path] = Buffer.concat(pieces);
  });
  return parts;
}

const tables = { empty: Buffer.alloc(0), small: Buffer.from('rows of a table') };

describe.each([
  ['plain', undefined],
  ['encrypted', passphrase],
])('An archive, %s', (_, given) => {
  const secret = given === undefined ? {} : { passphrase: given };

  it('returns what was written, also in several frames', async () => {
    const large = { noise: randomBytes(2 * chunkBytes + 17), zeros: Buffer.alloc(5 * chunkBytes), ...tables };
    const archive = await openArchive(sourceOf(await write(large, secret), 70_000), given);
    expect((await archive.verify()).manifest).toMatchObject({ heights: { bitcoin: 7, ethereum: null } });
    const read = await readAll(archive);
    expect(Object.keys(read)).toEqual(['token.secret', ...Object.keys(large)]);
    for (const [name, data] of Object.entries(large)) expect(read[name]?.equals(data)).toBe(true);
  });

  it('is refused with the place, whichever byte is changed', async () => {
    const bytes = await write(tables, secret);
    // An encrypted archive derives its key each time, so only some places are tried.
    const step = given === undefined ? 1 : Math.ceil(bytes.length / 6);
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const refusal = await openArchive(sourceOf(changed), given).then(
        (archive) =>
          archive.verify().then(
            () => undefined,
            (error: unknown) => error,
          ),
        (error: unknown) => error,
      );
      expect(refusal, `byte ${at}`).toBeInstanceOf(ArchiveError);
      const place = /at byte (\d+)/.exec(String(refusal))?.[1];
      expect(place, String(refusal)).toBeDefined();
      // A changed length makes the archive end too early; everything else is found in its frame.
      if (!String(refusal).includes('truncated')) expect(Number(place)).toBeLessThanOrEqual(at);
    }
  });

  it('is refused with the place where it is cut off, and with data behind its end', async () => {
    const bytes = await write(tables, secret);
    const step = given === undefined ? 1 : Math.ceil(bytes.length / 6);
    for (let length = 0; length < bytes.length; length += step) {
      const verify = async () => (await openArchive(sourceOf(bytes.subarray(0, length)), given)).verify();
      await expect(verify()).rejects.toThrow(`The archive is truncated: it ends at byte ${length}.`);
    }
    const longer = await openArchive(sourceOf(Buffer.concat([bytes, Buffer.of(0)])), given);
    await expect(longer.verify()).rejects.toThrow(
      `The archive is damaged at byte ${bytes.length}: data follows its manifest.`,
    );
  });
});

describe('An encrypted archive', () => {
  it('contains nothing readable, and is refused with another or no passphrase', async () => {
    const bytes = await write({ table: Buffer.from('Alice Example '.repeat(100)) }, { passphrase });
    expect(bytes.includes('Alice')).toBe(false);
    expect(bytes.includes('token')).toBe(false);
    await expect(openArchive(sourceOf(bytes), 'a wrong passphrase')).rejects.toThrow(
      'The passphrase does not fit this archive.',
    );
    await expect(openArchive(sourceOf(bytes), undefined)).rejects.toThrow('The archive is encrypted.');
  });
});

describe('An archive of a newer version', () => {
  it('is refused by its form', async () => {
    const bytes = await write(tables, { head: { format: formatVersion + 1, version: '9.0.0' } });
    await expect(openArchive(sourceOf(bytes), undefined)).rejects.toThrow(
      'The archive was made by a newer version of Hopscope (9.0.0). Install that version to restore it.',
    );
  });
});

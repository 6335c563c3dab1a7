import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ArchiveError, type ArchiveHeader, chunkBytes, formatVersion } from './archive-format.ts';
import { type Base, openArchive, openBase } from './archive-reader.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { createEncryption } from './passphrase.ts';
import { PlaceError, type Source } from './place.ts';

const passphrase = 'a passphrase of the tests';
const header: ArchiveHeader = {
  format: formatVersion,
  version: '1.2.3',
  migrations: ['0001-baseline'],
  createdAt: 1_764_000_000_000,
  chain: true,
  base: null,
  encryption: null,
};

/** Sources that are being read. */
let opened = 0;
const sourceOf = (bytes: Uint8Array, piece = 1000, base?: Uint8Array): Source => ({
  name: 'memory',
  size: async () => bytes.length,
  async *open(from = 0) {
    opened++;
    try {
      for (let at = from; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    } finally {
      opened--;
    }
  },
  sibling() {
    if (!base) throw new PlaceError('There is no other archive');
    return sourceOf(base, piece);
  },
});

/** Writes an archive with two tables and a file. */
async function write(
  tables: Readonly<Record<string, Buffer>>,
  options: { passphrase?: string; head?: Partial<ArchiveHeader>; base?: Base } = {},
): Promise<Buffer> {
  const written: Buffer[] = [];
  const sealing = options.passphrase === undefined ? undefined : await createEncryption(options.passphrase);
  const sink = {
    write: async (bytes: Buffer) => void written.push(bytes),
    finish: async () => {},
    abort: async () => {},
  };
  const writer = await createArchiveWriter(sink, {
    header: {
      ...header,
      ...options.head,
      ...(options.base && { base: { name: options.base.name, hash: options.base.hash } }),
      encryption: sealing?.encryption ?? null,
    },
    cipher: sealing?.cipher,
    base: options.base?.find,
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

/** Bytes that can't be compressed and are the same each time. */
const noiseOf = (seed: number, bytes: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(bytes));

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
      `The archive is damaged at byte ${bytes.length}: data follows its end.`,
    );
  });
});

describe.each([
  ['plain', undefined],
  ['encrypted', passphrase],
])('An incremental archive, %s', (_, given) => {
  const secret = given === undefined ? {} : { passphrase: given };
  const name = '2026-01-31T02-00-00.hopscope-backup';
  const noise = noiseOf(1, 12 * chunkBytes);
  const before = { noise, zeros: Buffer.alloc(3 * chunkBytes), ...tables };

  async function changed(): Promise<{ complete: Buffer; bytes: Buffer; after: Record<string, Buffer> }> {
    const complete = await write(before, secret);
    const base = await openBase(sourceOf(complete), { name, passphrase: given });
    // Something is inserted, something removed, a table moves, and one is new.
    const after = {
      new: noiseOf(2, chunkBytes),
      noise: Buffer.concat([
        noise.subarray(0, 2_000_000),
        Buffer.from('inserted'),
        noise.subarray(2_000_000),
      ]),
      small: tables.small,
      shorter: noise.subarray(1_500_000),
    };
    return { complete, bytes: await write(after, { ...secret, base }), after };
  }

  it('has only what differs from its base, and returns everything', async () => {
    const { complete, bytes, after } = await changed();
    expect(bytes.length).toBeLessThan(complete.length / 2);
    opened = 0;
    const archive = await openArchive(sourceOf(bytes, 70_000, complete), given);
    expect((await archive.verify()).bytes).toBe(bytes.length + complete.length);
    const read = await readAll(archive);
    expect(Object.keys(read)).toEqual(['token.secret', ...Object.keys(after)]);
    for (const [table, data] of Object.entries(after)) expect(read[table]?.equals(data)).toBe(true);
    // The base is read at several places; each reading is closed.
    expect(opened).toBe(0);
  });

  it('is refused without its base, with another one, and with a damaged one', async () => {
    const { complete, bytes } = await changed();
    const verify = async (base?: Uint8Array) =>
      (await openArchive(sourceOf(bytes, 70_000, base), given)).verify();
    await expect(verify()).rejects.toThrow('There is no other archive');
    await expect(verify(await write({ ...before, more: randomBytes(9) }, secret))).rejects.toThrow(
      `It needs ${name}. This is not the one that it was made from.`,
    );
    const at = Math.floor(complete.length / 2);
    complete[at] = (complete[at] ?? 0) ^ 1;
    await expect(verify(complete)).rejects.toThrow(`It needs ${name}. The archive is damaged at byte`);
  });

  it('cannot be a base itself', async () => {
    const { bytes } = await changed();
    await expect(openBase(sourceOf(bytes), { name, passphrase: given })).rejects.toThrow(
      'is not a complete archive',
    );
  });
});

describe('An encrypted archive', () => {
  it('is not made from one without encryption', async () => {
    const plain = await write(tables);
    await expect(openBase(sourceOf(plain), { name: 'plain', passphrase })).rejects.toThrow(
      'plain is not encrypted.',
    );
  });

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

describe('An archive of a newer or older form', () => {
  it('is refused by its form', async () => {
    const older = await write(tables, { head: { format: formatVersion - 1, version: '0.0.9' } });
    await expect(openArchive(sourceOf(older), undefined)).rejects.toThrow(
      'The archive was made by an older version of Hopscope (0.0.9). Install that version to restore it.',
    );
    const bytes = await write(tables, { head: { format: formatVersion + 1, version: '9.0.0' } });
    await expect(openArchive(sourceOf(bytes), undefined)).rejects.toThrow(
      'The archive was made by a newer version of Hopscope (9.0.0). Install that version to restore it.',
    );
  });
});

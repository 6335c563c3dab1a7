import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Form of an archive. It begins with `magic`, the length of a JSON header as a 32-bit big-endian number, the header, and
 * the SHA-256 of all of this. Frames follow: kind (1 byte), length of the content (32-bit big-endian), content, and a
 * SHA-256 over the one before, kind, length, and content, so that a frame can't be changed, removed, or moved. The content
 * is compressed with Zstandard and, with a passphrase, encrypted afterwards; only that of the last frame is plain.
 *
 * The data of a part is cut into chunks where its bytes say so (`cutter.ts`), each a frame. A complete archive has an index
 * of its chunks. An incremental one names such an archive as its base, and has references to chunks of it instead of equal
 * chunks.
 */
export const magic = Buffer.from('HOPSBAK\n');
/** Version of this form. A reader refuses others. */
export const formatVersion = 2;
export const hashBytes = 32;
export const frameHeadBytes = 5;
/** Most uncompressed bytes of a frame, but for the manifest. */
export const chunkBytes = 2 << 20;
/** Longest content of a frame: compression and encryption add little to incompressible data. */
export const longestContent = 2 * chunkBytes;
export const longestHeader = 1 << 20;

/**
 * A table or a file begins; a chunk of it, or references to chunks of the base, follow. After the last part come the index,
 * the manifest, and the end.
 */
export type FrameKind = 'begin' | 'data' | 'same' | 'index' | 'manifest' | 'end';
export const kindBytes: Readonly<Record<FrameKind, number>> = {
  begin: 0x42,
  data: 0x44,
  same: 0x53,
  index: 0x49,
  manifest: 0x4d,
  end: 0x45,
};

/** Where the index begins: byte (64-bit big-endian) and number (32-bit) of its first frame. Without an index, of the manifest. */
export const endContentBytes = 12;
/** Bytes of the last frame. Its hash identifies the archive. */
export const endBytes = frameHeadBytes + endContentBytes + hashBytes;

export const encryption = z.object({
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  /** Hex. */
  salt: z.string(),
  cost: z
    .int()
    .min(2)
    .max(2 ** 20),
  blockSize: z.int().min(1).max(32),
  /** Hex: tells a wrong passphrase from a damaged archive. */
  check: z.string(),
});

/** Name of an archive without its folder, as `archiveName` makes it. */
export const archiveForm =
  /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(-without-chain)?(?:-since-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d))?\.hopscope-backup$/;

export const header = z.object({
  format: z.int(),
  /** Version of Hopscope that made the archive. */
  version: z.string(),
  /** Migrations that the database had. */
  migrations: z.array(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /** False: the chain has to be loaded again. */
  chain: z.boolean(),
  /** Complete archive in the same place that an incremental one refers to, and the hash of its end (hex). */
  base: z.object({ name: z.string().regex(archiveForm), hash: z.string() }).nullable(),
  encryption: encryption.nullable(),
});
export type ArchiveHeader = z.infer<typeof header>;

/** A table or a file of the data folder. */
export const partBegin = z.discriminatedUnion('is', [
  z.object({ is: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ is: z.literal('file'), path: z.string() }),
]);
export type PartBegin = z.infer<typeof partBegin>;

/** A part with its size in bytes before compression, and the SHA-256 over those of its chunks (hex). */
const partSummary = z.object({
  name: z.string(),
  /** Rows of a table; null for a file. */
  rows: z.int().nullable(),
  bytes: z.int(),
  sha256: z.string(),
});
export type PartSummary = z.infer<typeof partSummary>;

export const manifest = z.object({
  /** Version of the PostgreSQL server. */
  database: z.string(),
  /** Height of each ledger; null if it is empty. */
  heights: z.object({ bitcoin: z.int().nullable(), ethereum: z.int().nullable() }),
  parts: z.array(partSummary),
  /** Last value of each sequence; null if it was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
});
export type Manifest = z.infer<typeof manifest>;

/** An archive is damaged, truncated, from a newer version, or can't be decrypted. The message names the place. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

export function headBytes(kind: FrameKind, length: number): Buffer {
  const head = Buffer.alloc(frameHeadBytes);
  head[0] = kindBytes[kind];
  head.writeUInt32BE(length, 1);
  return head;
}

export function chainHash(before: Uint8Array, head: Uint8Array, content: Uint8Array): Buffer {
  return createHash('sha256').update(before).update(head).update(content).digest();
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { ArchiveError, type encryption, type FrameKind, kindBytes } from './archive-format.ts';

type Encryption = z.infer<typeof encryption>;

const tagBytes = 16;
const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** 128 MB and about half a second for each guess. */
const usual = { cost: 2 ** 17, blockSize: 8 } as const;

function keyOf(passphrase: string, salt: Buffer, cost: number, blockSize: number): Promise<Buffer> {
  const maxmem = 256 * cost * blockSize;
  return derive(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: blockSize, p: 1, maxmem });
}

const checkOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('hopscope backup').digest().subarray(0, 16);

/** Frames of an archive have one key of their own, so their numbers are never used twice with it. */
function ivOf(frame: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeBigUInt64BE(BigInt(frame), 4);
  return iv;
}

/** Encrypts and decrypts frames by their number: AES-256-GCM, bound to the kind of the frame. */
export interface FrameCipher {
  seal(frame: number, kind: FrameKind, content: Uint8Array): Buffer;
  /** Throws ArchiveError without a place. */
  open(frame: number, kind: FrameKind, content: Buffer): Buffer;
}

function cipherWith(key: Buffer): FrameCipher {
  const cipher = 'aes-256-gcm';
  return {
    seal(frame, kind, content) {
      const sealing = createCipheriv(cipher, key, ivOf(frame)).setAAD(Buffer.of(kindBytes[kind]));
      const hidden = Buffer.concat([sealing.update(content), sealing.final()]);
      return Buffer.concat([hidden, sealing.getAuthTag()]);
    },
    open(frame, kind, content) {
      const end = content.length - tagBytes;
      if (end < 0) throw new ArchiveError('an encrypted frame is too short');
      try {
        const opening = createDecipheriv(cipher, key, ivOf(frame), { authTagLength: tagBytes })
          .setAAD(Buffer.of(kindBytes[kind]))
          .setAuthTag(content.subarray(end));
        return Buffer.concat([opening.update(content.subarray(0, end)), opening.final()]);
      } catch (error) {
        throw new ArchiveError('a frame was changed', { cause: error });
      }
    },
  };
}

/** Derives a key with a new salt. */
export async function createEncryption(
  passphrase: string,
): Promise<{ cipher: FrameCipher; encryption: Encryption }> {
  const salt = randomBytes(16);
  const key = await keyOf(passphrase, salt, usual.cost, usual.blockSize);
  return {
    cipher: cipherWith(key),
    encryption: {
      cipher: 'aes-256-gcm',
      kdf: 'scrypt',
      salt: salt.toString('hex'),
      ...usual,
      check: checkOf(key).toString('hex'),
    },
  };
}

/** Derives the key of an archive. Throws ArchiveError if the passphrase is missing or wrong. */
export async function openEncryption(
  passphrase: string | undefined,
  { salt, cost, blockSize, check }: Encryption,
): Promise<FrameCipher> {
  if (passphrase === undefined)
    throw new ArchiveError('The archive is encrypted. Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  const key = await keyOf(passphrase, Buffer.from(salt, 'hex'), cost, blockSize);
  const given = Buffer.from(check, 'hex');
  const own = checkOf(key);
  if (given.length !== own.length || !timingSafeEqual(given, own))
    throw new ArchiveError('The passphrase does not fit this archive.');
  return cipherWith(key);
}

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import { type SecretBox, unlessBroken } from '../../../lib/secret-box.ts';
import type { Schema } from '../../../db/schema.ts';
import {
  type EvidenceRow,
  insertEvidence,
  insertPart,
  readKeys,
  readParts,
  replaceKey,
} from './case-evidence.store.ts';

/** Bytes of a part: small enough for one statement. */
const partBytes = 512 * 1024;
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];

const purposeOf = (id: string): string => `case evidence ${id}`;

/** Encrypts a part: initialization vector, tag, and the encrypted bytes, bound to their place. */
function encrypt(key: Buffer, place: string, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
}

/** Throws if the bytes were changed. */
function decrypt(key: Buffer, place: string, sealed: Buffer): Buffer {
  const start = ivBytes + tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(ivBytes, start));
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
}

/**
 * The contents of evidence files, encrypted at rest: AES-256-GCM with a key for each file, which is encrypted with the
 * server's secret. So a new secret encrypts only the keys again.
 */
export function createEvidenceFiles(box: SecretBox) {
  /** Throws 503 if the server no longer has the secret. */
  function keyOf({ id, key }: Pick<EvidenceRow, 'id' | 'key'>): Buffer {
    const text = key && unlessBroken(() => box.open(purposeOf(id), key));
    if (typeof text === 'string') return Buffer.from(text, 'base64');
    throw new AppError(
      'unavailable',
      'This file was encrypted with another secret of the server. The operator can set that secret as TOKEN_SECRET_PREVIOUS.',
    );
  }

  /** Reads a file in parts. Throws 503 without its key, and an Error if it isn't the file that was added. */
  async function* parts(db: Kysely<Schema>, file: EvidenceRow): AsyncGenerator<Buffer> {
    const key = keyOf(file);
    const hash = createHash('sha256');
    let part = 0;
    for await (const sealed of readParts(db, file.id)) {
      const plain = decrypt(key, `${file.id} ${part}`, sealed);
      hash.update(plain);
      part += 1;
      yield plain;
    }
    if (!hash.digest().equals(file.sha256)) throw new Error(`Evidence file ${file.id} is damaged`);
  }

  return {
    parts,

    /** Throws 503 if the server lacks the key of a file. */
    checkKey: (file: EvidenceRow): void => void keyOf(file),

    async add(trx: Kysely<Schema>, row: Omit<EvidenceRow, 'key'>, bytes: Buffer): Promise<void> {
      const key = randomBytes(keyBytes);
      await insertEvidence(trx, { ...row, key: box.seal(purposeOf(row.id), key.toString('base64')) });
      for (let part = 0; part * partBytes < bytes.length; part += 1) {
        const plain = bytes.subarray(part * partBytes, (part + 1) * partBytes);
        await insertPart(trx, { evidenceId: row.id, part, bytes: encrypt(key, `${row.id} ${part}`, plain) });
      }
    },

    /** Returns the whole file. Throws as `parts`. */
    async read(db: Kysely<Schema>, file: EvidenceRow): Promise<Buffer> {
      const read: Buffer[] = [];
      for await (const part of parts(db, file)) read.push(part);
      return Buffer.concat(read);
    },

    /** Encrypts keys that were encrypted with the secret used before again. */
    async reseal(db: Kysely<Schema>): Promise<void> {
      for (let after = ''; ; ) {
        const keys = await readKeys(db, after);
        for (const { id, key } of keys) {
          const resealed = box.reseal(purposeOf(id), key);
          if (resealed) await replaceKey(db, { id, key, resealed });
        }
        const last = keys.at(-1);
        if (!last) return;
        after = last.id;
      }
    },
  };
}

export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

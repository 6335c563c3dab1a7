import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Thrown if a sealed value was changed, or was sealed for another purpose or with another secret. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

/** Decrypts a sealed value. Throws SealBroken. */
function decrypt(key: Buffer, purpose: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== version || bytes.length < 1 + ivBytes + tagBytes)
    throw new SealBroken('Not an encrypted value');
  const start = 1 + ivBytes + tagBytes;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + ivBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(1 + ivBytes, start));
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new SealBroken('An encrypted value cannot be decrypted', { cause: error });
  }
}

/**
 * Encrypts secrets in the database: AES-256-GCM with a key that HKDF (RFC 5869) derives from the server's secret. A value is
 * bound to its `purpose`, so it can't be opened for another one. With the secret used before, values sealed with it can be
 * opened, and sealed again with the current one.
 */
export function createSecretBox(secret: string, previousSecret?: string) {
  const keyOf = (from: string): Buffer => Buffer.from(hkdfSync('sha256', from, 'hopscope', 'secret box', 32));
  const key = keyOf(secret);
  const previous = previousSecret === undefined ? undefined : keyOf(previousSecret);
  const box = {
    seal(purpose: string, plain: string): Buffer {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), hidden]);
    },
    /** Decrypts a sealed value. Throws SealBroken. */
    open(purpose: string, sealed: Uint8Array): string {
      const current = unlessBroken(() => decrypt(key, purpose, sealed));
      return current ?? decrypt(previous ?? key, purpose, sealed);
    },
    /** Whether there is a secret used before. */
    hasPrevious: previous !== undefined,
    /** Returns a value that was sealed with the secret used before, sealed with the current one; undefined for any other. */
    reseal(purpose: string, sealed: Uint8Array): Buffer | undefined {
      if (previous === undefined) return undefined;
      const plain = unlessBroken(() => decrypt(previous, purpose, sealed));
      return plain === undefined ? undefined : box.seal(purpose, plain);
    },
  };
  return box;
}

/** Returns the result of `open`; undefined if the seal is broken, for example after a change of the server's secret. */
export function unlessBroken<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>;

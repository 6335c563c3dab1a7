import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'hop_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 ** 32 is more than 2 ** 190. */
const randomLength = 32;
const checksumLength = 6;
const hintLength = prefix.length + 6;
const shape = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** CRC-32 (RFC 1952) of the random part in base 62: lets scanners find leaked keys without a request. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let i = 0; i < checksumLength; i += 1) {
    text = (alphabet[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Returns the digest of a secret as it is stored. Unsalted, because a secret is random and long. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Generates a secret, with what is stored of it. */
export function makeKeySecret(): { secret: string; hash: Buffer; hint: string } {
  let random = '';
  while (random.length < randomLength) {
    for (const byte of randomBytes(randomLength)) {
      // Bytes from 248 on would make some characters more frequent.
      if (byte < 248 && random.length < randomLength) random += alphabet[byte % 62] ?? '';
    }
  }
  const secret = `${prefix}${random}${checksumOf(random)}`;
  return { secret, hash: hashSecret(secret), hint: secret.slice(0, hintLength) };
}

/** Returns the text of an `Authorization` header after `Bearer` if it is meant as an API key. */
export function keyOfHeader(header: string | undefined): string | undefined {
  const token = header?.match(/^Bearer (\S+)$/i)?.[1];
  return token?.startsWith(prefix) ? token : undefined;
}

/** Returns whether a text has the form and the checksum of a secret. */
export function isKeySecret(text: string): boolean {
  const [, random, checksum] = shape.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

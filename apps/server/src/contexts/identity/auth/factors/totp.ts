import { createHash, randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@hopscope/contract';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
const issuer = 'Hopscope';

/** Default codes of authenticator apps: SHA-1, six digits, 30 seconds (RFC 6238). */
function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** A new secret of 160 bits (RFC 4226, section 4) in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** `otpauth://` address for a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step of a code: of now, the one before or the one after (clocks differ); undefined for any other text. */
export function totpStep(secret: string, code: string, now: number): bigint | undefined {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = totpOf(secret, '').validate({ token: digits, timestamp: now, window: 1 });
  return delta === null ? undefined : BigInt(Math.floor(now / 1000 / periodSeconds) + delta);
}

/** Excludes similar letters and digits (Crockford base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** New recovery codes of 80 bits, as `XXXX-XXXX-XXXX-XXXX`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const signs = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
    return (signs.match(/.{4}/g) ?? []).join('-');
  });
}

/** SHA-256 of a recovery code, however it was typed. A hash without salt is enough for 80 random bits. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest();
}

import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { unauthorized } from '../../../lib/app-error.ts';
import { createLru } from '../../../lib/lru.ts';

/** Who a valid access token speaks for. */
export interface TokenSubject {
  userId: string;
  sessionId: string;
}

/** The same with the end of the token. */
export interface VerifiedSubject extends TokenSubject {
  /** Milliseconds since 1970. */
  endsAt: number;
}

const issuer = 'hopscope';
const accessMinutes = 15;
/** Tokens whose signature is not worked out again. */
const mostVerified = 2_000;

/** Signs and verifies access tokens (JWT, HS256) and generates refresh tokens. */
export function createTokens(options: { secret: string; now: () => number }) {
  const key = new TextEncoder().encode(options.secret);
  const seconds = (): number => Math.floor(options.now() / 1000);
  const verified = createLru<string, VerifiedSubject>({ most: mostVerified });

  return {
    async signAccess({ userId, sessionId }: TokenSubject): Promise<string> {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + accessMinutes * 60)
        .sign(key);
    },
    /** Throws 401 with code `token_expired` or `unauthorized`. */
    async verifyAccess(token: string): Promise<VerifiedSubject> {
      const known = verified.get(token);
      if (known && options.now() < known.endsAt) return known;
      verified.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer,
          algorithms: ['HS256'],
          typ: 'at+jwt',
          currentDate: new Date(options.now()),
        });
        const { sub, sid, exp } = payload;
        if (typeof sub === 'string' && typeof sid === 'string' && exp !== undefined) {
          const subject = { userId: sub, sessionId: sid, endsAt: exp * 1000 };
          verified.set(token, subject);
          return subject;
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired)
          throw unauthorized('Your session has expired', 'token_expired');
      }
      throw unauthorized('Please sign in');
    },
    /** Generates a refresh token and the hash to store. */
    makeRefresh(): { token: string; hash: Buffer } {
      const token = randomBytes(32).toString('base64url');
      return { token, hash: hashRefresh(token) };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

export function hashRefresh(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

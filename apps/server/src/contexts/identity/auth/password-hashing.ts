import { randomBytes } from 'node:crypto';
import argon2 from '@node-rs/argon2';

/** OWASP password storage: argon2id with 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes and compares passwords; a comparison with nothing costs the same work. */
export function createPasswordHashing() {
  // Compared without account or password, so that the duration is the same.
  const decoy = argon2.hash(randomBytes(16).toString('hex'), cost);
  return {
    hash: (password: string): Promise<string> => argon2.hash(password, cost),
    /** False for `stored` null and undefined, after the same work. */
    async matches(stored: string | null | undefined, password: string): Promise<boolean> {
      const right = await argon2.verify(stored ?? (await decoy), password);
      return right && typeof stored === 'string';
    },
  };
}

export type PasswordHashing = ReturnType<typeof createPasswordHashing>;

import { randomBytes } from 'node:crypto';
import { passwordLengths } from '@hopscope/contract';
import argon2 from '@node-rs/argon2';

/** OWASP password storage: argon2id with 19 MiB, 2 passes, 1 lane (the library's default algorithm is argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes and compares passwords; a comparison with nothing costs the same work. */
export function createPasswordHashing() {
  // Compared without account or password, so that the duration is the same.
  const decoy = argon2.hash(randomBytes(16).toString('hex'), cost);
  return {
    /** Returns what the database has of a password: its hash, and the longest of the lengths that organizations can require. */
    async columnsOf(password: string): Promise<{ password_hash: string; password_length: number }> {
      const length = passwordLengths.findLast((each) => password.length >= each) ?? passwordLengths[0];
      return { password_hash: await argon2.hash(password, cost), password_length: length };
    },
    /** False for `stored` null and undefined, after the same work. */
    async matches(stored: string | null | undefined, password: string): Promise<boolean> {
      const right = await argon2.verify(stored ?? (await decoy), password);
      return right && typeof stored === 'string';
    },
  };
}

export type PasswordHashing = ReturnType<typeof createPasswordHashing>;

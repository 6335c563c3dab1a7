import type { Kysely } from 'kysely';
import { AppError } from '../../../../lib/app-error.ts';
import type { Schema } from '../../../../db/schema.ts';
import type { RateLimits } from '../../../../lib/rate-limits.ts';
import type { People } from '../../people/people.service.ts';
import type { FactorChecks } from './factor-checks.ts';
import type { PasswordHashing } from '../password-hashing.ts';
import type { Actor } from '../sessions.service.ts';

const recentMs = 10 * 60_000;

/** Accepted proofs of identity for sensitive changes. */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/** Asks for a recent proof before sensitive changes, so that a session left open is not enough for them. */
export function createProofs(options: {
  kysely: Kysely<Schema>;
  people: People;
  hashing: PasswordHashing;
  checks: FactorChecks;
  limits: RateLimits;
  now: () => number;
}) {
  const { kysely, people, hashing, checks, limits, now } = options;
  const isRecent = ({ provenAt }: Actor): boolean =>
    provenAt !== null && now() - provenAt.getTime() <= recentMs;

  async function isProof(actor: Actor, proof: Proof): Promise<boolean> {
    const userId = actor.user._id;
    const { code, password } = proof;
    if (code !== undefined) {
      return kysely.transaction().execute((trx) => checks.takeTotp(trx, userId, code));
    }
    if (password === undefined) return false;
    const account = await people.accounts.find(kysely, userId);
    return hashing.matches(account?.password_hash, password);
  }

  return {
    isRecent,
    /** Passes with a recent proof or a good one now. 403 `proof_required` else; 429 after too many. */
    async require(actor: Actor, proof: Proof): Promise<void> {
      if (isRecent(actor)) return;
      const given = proof.code !== undefined || proof.password !== undefined;
      if (given) await limits.take('proof', actor.user._id);
      if (await isProof(actor, proof)) return;
      throw new AppError(
        'proof_required',
        given ? 'The password or code is wrong' : 'Please confirm with your password or a code first',
      );
    },
  };
}

export type Proofs = ReturnType<typeof createProofs>;

import type { SecondFactorMethod } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../../db/schema.ts';
import { type SecretBox, unlessBroken } from '../../../../lib/secret-box.ts';
import {
  countRecoveryCodes,
  findTotp,
  listPasskeys,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
} from './factors.store.ts';
import { hashRecoveryCode, makeRecoveryCodes, totpStep } from './totp.ts';

/** Under which purpose the secret of a person's authenticator app is sealed. */
export const totpPurpose = (userId: string): string => `totp ${userId}`;

/** Whether a code is right, and which factors there are; codes are used up by the check. */
export function createFactorChecks({ box, now }: { box: SecretBox; now: () => number }) {
  return {
    /** How a challenge for the second factor can be answered; empty: none is set. */
    async methodsOf(db: Kysely<Schema>, userId: string): Promise<SecondFactorMethod[]> {
      const totp = await findTotp(db, userId);
      const passkeys = await listPasskeys(db, userId);
      const methods: SecondFactorMethod[] = [];
      if (totp?.confirmed_at) methods.push('totp');
      if (passkeys.length > 0) methods.push('passkey');
      if (methods.length > 0 && (await countRecoveryCodes(db, userId)) > 0) methods.push('recovery_code');
      return methods;
    },

    /** Takes a code of the authenticator app; `confirmed` false: of one that is being set up. Each code works once. */
    async takeTotp(trx: Kysely<Schema>, userId: string, code: string, confirmed = true): Promise<boolean> {
      const totp = await findTotp(trx, userId);
      if (!totp || (totp.confirmed_at !== null) !== confirmed) return false;
      const secret = unlessBroken(() => box.open(totpPurpose(userId), totp.secret));
      const step = secret === undefined ? undefined : totpStep(secret, code, now());
      return step !== undefined && (await takeTotpStep(trx, userId, step));
    },

    async takeRecoveryCode(trx: Kysely<Schema>, userId: string, code: string): Promise<boolean> {
      return takeRecoveryCode(trx, { userId, hash: hashRecoveryCode(code), now: new Date(now()) });
    },

    /** New recovery codes instead of all others. */
    async makeRecoveryCodes(trx: Kysely<Schema>, userId: string): Promise<string[]> {
      const codes = makeRecoveryCodes();
      await replaceRecoveryCodes(trx, { userId, hashes: codes.map(hashRecoveryCode), now: new Date(now()) });
      return codes;
    },

    /** Recovery codes are deleted with the last second factor. */
    async dropIdleRecoveryCodes(trx: Kysely<Schema>, userId: string): Promise<void> {
      const totp = await findTotp(trx, userId);
      const passkeys = await listPasskeys(trx, userId);
      if (!totp?.confirmed_at && passkeys.length === 0) {
        await replaceRecoveryCodes(trx, { userId, hashes: [], now: new Date(now()) });
      }
    },
  };
}

export type FactorChecks = ReturnType<typeof createFactorChecks>;

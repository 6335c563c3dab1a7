import type { RegistrationMode } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import { createRateLimits } from '../../../lib/rate-limits.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import type { SecretBox } from '../../../lib/secret-box.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import { createAuth } from './auth.service.ts';
import { createEmailVerification } from './email-verification.service.ts';
import { createFactorChecks, totpPurpose } from './factors/factor-checks.ts';
import { resealTotp } from './factors/factors.store.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { createOpenidClient, type OpenidSettings } from './openid-client.ts';
import { createOperatorSetup } from './operator-setup.ts';
import { createPasskeys } from './factors/passkeys.service.ts';
import { createPasswordHashing } from './password-hashing.ts';
import { createPasswords } from './passwords.service.ts';
import { createProofs } from './factors/proof.ts';
import { createProviderSignIn, type ProviderGroups } from './provider-sign-in.service.ts';
import { createPasswordRules } from './weak-passwords.ts';
import { createVouchedAccounts } from './vouched-accounts.ts';
import { createHook } from '../../../lib/hook.ts';
import { createSecondFactors } from './factors/second-factor.service.ts';
import { createSessionMemory } from './session-memory.ts';
import { createSessions } from './sessions.service.ts';
import { createTokens } from './tokens.ts';

/** Builds everything of signing in, and its jobs. */
export function createSignIn(options: {
  kysely: Kysely<Schema>;
  people: People;
  audit: Audit;
  mail: Mail;
  box: SecretBox;
  publicUrl: PublicUrl;
  jobs: Jobs;
  openid: OpenidSettings | undefined;
  tokenSecret: string;
  registration: RegistrationMode;
  smallReads: Kysely<Schema>;
  sessionMaxDays: number;
  breachedPasswordsFile: string | undefined;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, jobs, openid, box } = options;
  const limits = createRateLimits(options);
  const tokens = createTokens({ secret: options.tokenSecret, now: options.now });
  const hashing = createPasswordHashing();
  const passwordRules = createPasswordRules({ breachedFile: options.breachedPasswordsFile });
  const oneTime = createOneTimeTokens(options);
  const checks = createFactorChecks(options);
  const sessionMemory = createSessionMemory(options.now);
  const sessions = createSessions({ ...options, memory: sessionMemory, tokens });
  const proofs = createProofs({ ...options, hashing, checks, limits });
  const verification = createEmailVerification({ ...options, oneTime, limits });
  const operatorSetup = createOperatorSetup({ ...options, oneTime });
  const passwords = createPasswords({
    ...options,
    sessions,
    hashing,
    passwordRules,
    proofs,
    oneTime,
    limits,
  });
  const client = openid && createOpenidClient(openid);
  const vouched = createVouchedAccounts({ ...options, oneTime, sessions });
  const providerGroups: ProviderGroups = { admits: createHook(), signedIn: createHook() };

  jobs.every(1000, 'process password reset requests', (signal) => passwords.grantRequests(signal), [
    'one_time_token',
  ]);
  jobs.every(60_000, 'forget ended limits', () => limits.forgetEnded());
  jobs.every(3_600_000, 'delete old sign-ins', async () => {
    await oneTime.forgetExpired(kysely);
    await sessions.forgetOld();
  });

  if (box.hasPrevious) {
    jobs.every(3_600_000, 'encrypt authenticator apps again', () =>
      resealTotp(kysely, (row) => box.reseal(totpPurpose(row.user_id), row.secret)),
    );
  }

  return {
    limits,
    sessions,
    sessionMemory,
    proofs,
    passwords,
    verification,
    operatorSetup,
    passkeys: createPasskeys({ ...options, oneTime, sessions, checks, proofs }),
    secondFactors: createSecondFactors({ ...options, sessions, checks, proofs, limits }),
    providerSignIn: createProviderSignIn({
      ...options,
      client,
      oneTime,
      vouched,
      providerGroups,
    }),
    providerGroups,
    vouched,
    oneTime,
    auth: createAuth({
      ...options,
      sessions,
      hashing,
      passwordRules,
      oneTime,
      checks,
      verification,
      operatorSetup,
      limits,
    }),
  };
}

import { type AccessRule, type PasswordLength, passwordLengths } from '@hopscope/contract';
import { millisecondsOfDay, plainNumbers } from '@hopscope/domain';
import type { Selectable } from 'kysely';
import type { OrganizationTable } from '../../../db/schema.ts';
import { AppError } from '../../../lib/app-error.ts';

/** What an organization requires of its members before it lets them in. */
export interface AccessRules {
  requireSecondFactor: boolean;
  /** Characters. */
  minPasswordLength: PasswordLength;
  /** Hours after a sign-in; null: as long as the session lasts. */
  maxSessionHours: number | null;
}

/** How the caller signed in. API keys have no sign-in and no password, so only the rule of the second factor is for them. */
export interface Credentials {
  secondFactor: boolean;
  /** The longest of the lengths that rules can ask for which the password has; null without a password. */
  passwordLength: number | null;
  signedInAt: Date | null;
}

export function rulesOf(
  row: Pick<
    Selectable<OrganizationTable>,
    'require_second_factor' | 'min_password_length' | 'max_session_hours'
  >,
): AccessRules {
  return {
    requireSecondFactor: row.require_second_factor,
    minPasswordLength:
      passwordLengths.find((length) => length >= row.min_password_length) ?? passwordLengths[0],
    maxSessionHours: row.max_session_hours,
  };
}

/** Returns the first rule that the caller does not meet; null if all are met. */
export function findUnmetRule(rules: AccessRules, by: Credentials, now: number): AccessRule | null {
  const { requireSecondFactor, minPasswordLength, maxSessionHours } = rules;
  if (requireSecondFactor && !by.secondFactor) return 'second_factor';
  if (by.passwordLength !== null && by.passwordLength < minPasswordLength) return 'password';
  const ends =
    maxSessionHours === null || by.signedInAt === null
      ? Number.POSITIVE_INFINITY
      : by.signedInAt.getTime() + maxSessionHours * (millisecondsOfDay / 24);
  return ends <= now ? 'session' : null;
}

/** Throws 403 with what the caller has to do, unless all rules are met. */
export function requireRules(rules: AccessRules, by: Credentials, now: number): void {
  switch (findUnmetRule(rules, by, now)) {
    case 'second_factor':
      throw new AppError(
        'second_factor_missing',
        'This organization requires a second factor. Set one up under Security Settings.',
      );
    case 'password':
      throw new AppError(
        'password_too_short',
        `This organization requires passwords with at least ${rules.minPasswordLength} characters. Change yours under Security Settings.`,
      );
    case 'session':
      throw new AppError(
        'sign_in_again',
        `This organization requires a new sign-in after ${plainNumbers.counted(rules.maxSessionHours ?? 0, 'hour')}.`,
      );
    case null:
  }
}

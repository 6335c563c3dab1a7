import { type RegistrationMode, texts } from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';

/** Returns whether a person may create an account; `invited`: an open invitation was sent to the person's proven email. */
export function mayRegister(mode: RegistrationMode, invited: boolean): boolean {
  return mode === 'open' || (mode === 'invite' && invited);
}

/** Throws 403 `registration_closed` with what to do unless the person may create an account. */
export function requireAdmission(mode: RegistrationMode, invited: boolean): void {
  if (mayRegister(mode, invited)) return;
  throw new AppError(
    'registration_closed',
    mode === 'invite' ? texts.registrationByInvitation : texts.registrationOff,
  );
}

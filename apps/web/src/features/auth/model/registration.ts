import { passwordMinLength, type RegistrationMode, signup, texts } from '@hopscope/contract';
import { z } from 'zod';
import { toApiError } from '../../../lib/api/api-error.ts';

/** Form values of a registration, named as in the call. */
export interface Registration {
  name: string;
  surname: string;
  email: string;
  password: string;
}

export interface RegistrationProblem {
  message: string | null;
  fields: Partial<Record<keyof Registration, string>>;
}

const form = signup.body ?? z.never();

/** Validates the form before it is sent; returns undefined if it is valid. */
export function checkRegistration(registration: Registration): RegistrationProblem | undefined {
  const trimmed = { ...registration, email: registration.email.trim() };
  if (Object.values(trimmed).some((value) => value.trim() === '')) {
    return { message: texts.registerIncomplete, fields: {} };
  }
  const checked = form.safeParse(trimmed);
  if (checked.success) return undefined;
  const fields = z.flattenError(checked.error).fieldErrors;
  const first = (name: keyof Registration) => fields[name]?.[0];
  return {
    message: null,
    fields: pickTexts({
      name: first('name'),
      surname: first('surname'),
      email: first('email'),
      password: first('password'),
    }),
  };
}

function pickTexts(fields: Record<keyof Registration, string | undefined>): RegistrationProblem['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined));
}

/** Returns the error of a refused registration: the server's message if it gave one. */
export function registrationFailure(thrown: unknown): RegistrationProblem {
  const { code, message, fields } = toApiError(thrown);
  return { message: code === 'bad_answer' ? texts.registerFailed : message || texts.registerFailed, fields };
}

export const passwordHelp = `At least ${passwordMinLength} characters`;

/** Returns why nobody can register here with these links; undefined if the person can, or as long as it is unknown. */
export function closedText(
  mode: RegistrationMode | undefined,
  { setupToken, invitationToken }: { setupToken: string | undefined; invitationToken: string | undefined },
): string | undefined {
  if (setupToken !== undefined || mode === undefined || mode === 'open') return undefined;
  if (mode === 'off') return texts.registrationOff;
  return invitationToken === undefined ? texts.registrationByInvitation : undefined;
}

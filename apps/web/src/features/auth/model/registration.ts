import { passwordMinLength, type RegistrationMode, texts, signup } from '@hopscope/contract';
import { type FormProblems, readForm, wholeForm } from '../../../lib/form/read-form.ts';
import { toApiError } from '../../../lib/api/api-error.ts';

/** Form values of a registration, named as in the call. */
export type Registration = {
  name: string;
  surname: string;
  email: string;
  password: string;
};

/** Tokens of the links that lead to the form. */
interface RegistrationLinks {
  setupToken?: string | undefined;
  invitationToken?: string | undefined;
}

/** Returns the request body, or the problems by field. */
export function readRegistration(
  typed: Registration,
  { setupToken, invitationToken }: RegistrationLinks = {},
) {
  const isIncomplete = Object.values(typed).some((value) => value.trim() === '');
  return readForm(
    signup.body,
    {
      ...typed,
      email: typed.email.trim(),
      ...(setupToken !== undefined && { setupToken }),
      ...(invitationToken !== undefined && { invitationToken }),
    },
    isIncomplete ? { [wholeForm]: texts.registerIncomplete } : {},
  );
}

/** Returns the errors of a refused registration: the server's message, if it gave one, and those of fields. */
export function registrationProblems(thrown: unknown): FormProblems {
  const { code, message, fields } = toApiError(thrown);
  const whole = code === 'bad_answer' || message === '' ? texts.registerFailed : message;
  return { ...fields, [wholeForm]: whole };
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

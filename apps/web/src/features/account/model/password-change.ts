import { passwordMinLength, texts } from '@hopscope/contract';

export interface PasswordChange {
  current: string;
  next: string;
  confirm: string;
}

/** Validates the form; returns undefined if it is valid. */
export function checkPasswordChange(
  { current, next, confirm }: PasswordChange,
  hasPassword: boolean,
): Partial<PasswordChange> | undefined {
  const problems: Partial<PasswordChange> = {
    ...(hasPassword && current === '' && { current: texts.currentPasswordRequired }),
    ...(next === ''
      ? { next: texts.newPasswordRequired }
      : next.length < passwordMinLength && { next: texts.newPasswordTooShort }),
    ...(confirm === ''
      ? { confirm: texts.confirmPasswordRequired }
      : confirm !== next && { confirm: texts.passwordsDiffer }),
  };
  return Object.keys(problems).length > 0 ? problems : undefined;
}

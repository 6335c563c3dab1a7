import { passwordMinLength, texts } from '@hopscope/contract';

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  confirm: string;
}

/** Validates the form; returns undefined if it is valid. */
export function checkPasswordChange(
  { currentPassword, newPassword, confirm }: PasswordChange,
  hasPassword: boolean,
): Partial<PasswordChange> | undefined {
  const problems: Partial<PasswordChange> = {
    ...(hasPassword && currentPassword === '' && { currentPassword: texts.currentPasswordRequired }),
    ...(newPassword === ''
      ? { newPassword: texts.newPasswordRequired }
      : newPassword.length < passwordMinLength && { newPassword: texts.newPasswordTooShort }),
    ...(confirm === ''
      ? { confirm: texts.confirmPasswordRequired }
      : confirm !== newPassword && { confirm: texts.passwordsDiffer }),
  };
  return Object.keys(problems).length > 0 ? problems : undefined;
}

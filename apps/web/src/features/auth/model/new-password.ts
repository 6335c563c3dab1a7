import { passwordMinLength, texts } from '@hopscope/contract';

/** A new password and its repetition. */
export interface NewPassword {
  password: string;
  confirm: string;
}

/** Validates a new password; returns undefined if it is valid. */
export function checkNewPassword({ password, confirm }: NewPassword): Partial<NewPassword> | undefined {
  const problems: Partial<NewPassword> = {
    ...(password === ''
      ? { password: texts.newPasswordRequired }
      : password.length < passwordMinLength && { password: texts.passwordTooShort }),
    ...(confirm === ''
      ? { confirm: texts.confirmPasswordRequired }
      : confirm !== password
        ? { confirm: texts.passwordsDiffer }
        : confirm.length < passwordMinLength && { confirm: texts.passwordTooShort }),
  };
  return Object.keys(problems).length > 0 ? problems : undefined;
}

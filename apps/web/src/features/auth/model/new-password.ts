import { passwordMinLength, texts } from '@hopscope/contract';

/** Two entries of a new password. */
export interface NewPassword {
  password: string;
  confirm: string;
}

/** What is wrong with them; undefined where nothing is. */
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

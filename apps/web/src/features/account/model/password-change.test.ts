import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { checkPasswordChange } from './password-change.ts';

//
it('names every field that is wrong', () => {
  expect(checkPasswordChange({ currentPassword: '', newPassword: '', confirm: '' }, true)).toEqual({
    currentPassword: texts.currentPasswordRequired,
    newPassword: texts.newPasswordRequired,
    confirm: texts.confirmPasswordRequired,
  });
  expect(checkPasswordChange({ currentPassword: 'x', newPassword: 'short', confirm: 'other' }, true)).toEqual(
    {
      newPassword: texts.newPasswordTooShort,
      confirm: texts.passwordsDiffer,
    },
  );
});

it('asks for no current password where there is none', () => {
  const form = { currentPassword: '', newPassword: 'long enough', confirm: 'long enough' };
  expect(checkPasswordChange(form, false)).toBeUndefined();
  expect(checkPasswordChange(form, true)).toEqual({ currentPassword: texts.currentPasswordRequired });
});

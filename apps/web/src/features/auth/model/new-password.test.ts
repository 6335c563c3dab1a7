import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { checkNewPassword } from './new-password.ts';

//
it('asks for both, for eight characters, and for the same twice', () => {
  expect(checkNewPassword({ password: '', confirm: '' })).toEqual({
    password: texts.newPasswordRequired,
    confirm: texts.confirmPasswordRequired,
  });
  expect(checkNewPassword({ password: 'short', confirm: 'short' })).toEqual({
    password: texts.passwordTooShort,
    confirm: texts.passwordTooShort,
  });
  expect(checkNewPassword({ password: 'long enough', confirm: 'long enougH' })).toEqual({
    confirm: texts.passwordsDiffer,
  });
  expect(checkNewPassword({ password: 'long enough', confirm: 'long enough' })).toBeUndefined();
});

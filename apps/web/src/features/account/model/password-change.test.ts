import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { checkPasswordChange } from './password-change.ts';

//
it('names every field that is wrong', () => {
  expect(checkPasswordChange({ current: '', next: '', confirm: '' }, true)).toEqual({
    current: texts.currentPasswordRequired,
    next: texts.newPasswordRequired,
    confirm: texts.confirmPasswordRequired,
  });
  expect(checkPasswordChange({ current: 'x', next: 'short', confirm: 'other' }, true)).toEqual({
    next: texts.newPasswordTooShort,
    confirm: texts.passwordsDiffer,
  });
});

it('asks for no current password where there is none', () => {
  const form = { current: '', next: 'long enough', confirm: 'long enough' };
  expect(checkPasswordChange(form, false)).toBeUndefined();
  expect(checkPasswordChange(form, true)).toEqual({ current: texts.currentPasswordRequired });
});

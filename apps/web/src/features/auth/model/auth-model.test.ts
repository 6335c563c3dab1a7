import { texts } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loginFailure } from './login-failure.ts';
import { checkRegistration, registrationFailure } from './registration.ts';

const good = { name: 'Test', surname: 'Person', email: ' person@example.org ', password: 'correct horse' };

describe('register form', () => {
  it('is accepted whole', () => {
    expect(checkRegistration(good)).toBeUndefined();
  });

  //
  it.each(['name', 'surname', 'email', 'password'] as const)('needs %s', (field) => {
    expect(checkRegistration({ ...good, [field]: '  ' })).toEqual({
      message: texts.registerIncomplete,
      fields: {},
    });
  });

  it('says what is wrong beside the field', () => {
    expect(checkRegistration({ ...good, email: 'nope', password: 'short' })).toEqual({
      message: null,
      fields: { email: texts.emailInvalid, password: texts.passwordTooShort },
    });
  });

  //
  it('prefers the words of the server', () => {
    const error = new ApiError('email_taken', 'This email is registered already.', {
      status: 409,
      fields: { email: 'taken' },
    });
    expect(registrationFailure(error)).toEqual({
      message: 'This email is registered already.',
      fields: { email: 'taken' },
    });
    expect(registrationFailure(new ApiError('bad_answer', 'status 502', { status: 502 })).message).toBe(
      texts.registerFailed,
    );
  });
});

describe('login', () => {
  //
  it('fails with the specified words', () => {
    expect(loginFailure(new ApiError('login_failed', 'x', { status: 401 }))).toEqual({
      title: 'Login failed',
      text: 'Please check your email and password',
    });
  });

  it('does not blame the password for a server that is away', () => {
    expect(
      loginFailure(
        new ApiError('network', 'The server cannot be reached. Check your connection and try again.'),
      ).text,
    ).toBe('The server cannot be reached. Check your connection and try again.');
  });
});

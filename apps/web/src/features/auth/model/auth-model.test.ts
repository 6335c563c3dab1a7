import { texts } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loginFailure } from './login-failure.ts';
import { readRegistration, registrationProblems } from './registration.ts';

const good = { name: 'Test', surname: 'Person', email: ' person@example.org ', password: 'correct horse' };

describe('register form', () => {
  it('is accepted whole', () => {
    expect(readRegistration(good)).toEqual({ body: { ...good, email: 'person@example.org' } });
  });

  //
  it.each(['name', 'surname', 'email', 'password'] as const)('needs %s', (field) => {
    expect(readRegistration({ ...good, [field]: '  ' })).toEqual({
      problems: { form: texts.registerIncomplete },
    });
  });

  it('says what is wrong beside the field', () => {
    expect(readRegistration({ ...good, email: 'nope', password: 'short' })).toEqual({
      problems: { email: texts.emailInvalid, password: texts.passwordTooShort },
    });
  });

  //
  it('prefers the words of the server', () => {
    const error = new ApiError('email_taken', 'This email is registered already.', {
      status: 409,
      fields: { email: 'taken' },
    });
    expect(registrationProblems(error)).toEqual({
      form: 'This email is registered already.',
      email: 'taken',
    });
    expect(registrationProblems(new ApiError('bad_answer', 'status 502', { status: 502 }))).toEqual({
      form: texts.registerFailed,
    });
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

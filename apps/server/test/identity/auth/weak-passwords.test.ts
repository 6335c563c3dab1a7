import { texts } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { password, person, problemOf } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi } from '../../support/api/people-api.ts';

describeWithDatabase('Weak passwords', (databases) => {
  test('are refused where one is set, at their field, and change nothing', async () => {
    const api = await createPeopleApi(await databases.empty());
    const ada = 'ada.byron@example.org';
    const signup = await api.post('/auth/signup', { ...person(ada), password: 'Password123' });
    expect(problemOf(signup, 400)).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'password', message: texts.passwordCommon }],
    });
    expect(await api.rows('select id from app_user')).toEqual([]);

    const { accessToken: token } = await api.signUp(ada);
    const change = { currentPassword: password, newPassword: 'ByronAda1815' };
    expect(problemOf(await api.post('/auth/change-password', change, { token }), 400)).toMatchObject({
      errors: [{ field: 'newPassword', message: texts.passwordOfNames }],
    });

    await api.post('/auth/forget-password', { email: ada });
    api.clock += 2000;
    await api.work();
    const link = Object.fromEntries((await api.linkTo(ada, 'reset_password')).searchParams);
    const reset = (next: string) =>
      api.post('/auth/reset-password', { ...link, password: next, confirmPassword: next });
    expect(problemOf(await reset('qwertyuiop'), 400)).toMatchObject({
      errors: [{ field: 'password', message: texts.passwordCommon }],
    });
    expect((await api.logIn(ada)).accessToken).not.toBe('');
    // The link of the mail was not used up.
    expect((await reset('seven long words in a row')).statusCode).toBe(200);
  });
});

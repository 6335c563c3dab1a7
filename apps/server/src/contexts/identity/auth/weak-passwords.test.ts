import { expect, test } from 'vitest';
import { createPasswordRules, isGuessedFromOwner } from './weak-passwords.ts';

const owner = { email: 'ada.byron@lovelace.example', name: 'Ada', surname: 'Byron' };
const problemOf = (password: string, breachedFile?: string): Promise<unknown> =>
  createPasswordRules({ breachedFile })
    .require(password, { owner, field: 'password' })
    .then(
      () => null,
      (error: unknown) => error,
    );

test('common passwords are refused in any case, with the field', async () => {
  for (const password of ['password1', 'PassWord1', '12345678', 'qwertyuiop', 'Sunshine1']) {
    expect(await problemOf(password), password).toMatchObject({
      reason: 'validation_failed',
      fields: [{ field: 'password', message: expect.stringContaining('common') }],
    });
  }
});

test('passwords of the names of the product and the owner are refused', async () => {
  for (const password of [
    'hopscope',
    'Hopscope2026!',
    'Byron-1815',
    'adabyron99',
    'Lovelace1815',
    'ADAbyronADA',
  ]) {
    expect(isGuessedFromOwner(password, owner), password).toBe(true);
    expect(await problemOf(password), password).toMatchObject({ fields: [{ field: 'password' }] });
  }
});

test('others are accepted, even with a name in them', async () => {
  for (const password of [
    'correct horse battery',
    'hopscope likes long walks',
    'byron wrote the first program',
    'x7Q!mmPz',
  ]) {
    expect(isGuessedFromOwner(password, owner), password).toBe(false);
    expect(await problemOf(password), password).toBeNull();
  }
});

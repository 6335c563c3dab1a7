import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { password } from '../../support/api/api-client.ts';
import { createPeopleApi, type PeopleApi } from '../../support/api/people-api.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';
import { describeWithDatabase } from '../../support/databases.ts';

const form = (email: string, more: Record<string, string> = {}) => ({
  name: 'Ada',
  surname: 'Tester',
  email,
  password,
  ...more,
});
const modeOf = async (api: PeopleApi): Promise<unknown> =>
  (await api.ask('/auth/providers')).json().data.registration;

/** Signs a person up with the link that is printed at start. */
async function operatorOf(api: PeopleApi) {
  const link = new URL((await api.context.operatorSetup.link()) ?? '', 'http://localhost');
  return api.signUp('operator@example.org', { setupToken: link.searchParams.get('setup') ?? '' });
}

describeWithDatabase('Registration', (databases) => {
  /** An installation with REGISTRATION at its default, on a database with an invitation of guest@example.org. */
  async function invited(db: SqlDatabase): Promise<string> {
    const teams = await createTeamsApi(db);
    const owner = await teams.someone('owner@example.org');
    const id = await teams.found(owner);
    await teams.as(owner, endpoints.inviteMembers, {
      params: { id },
      body: { emails: ['guest@example.org'], role: 'team_member' },
    });
    return teams.invitationToken('guest@example.org');
  }

  test('is by invitation by default, with the email that was invited', async () => {
    const db = await databases.empty();
    const invitationToken = await invited(db);
    const api = await createPeopleApi(db, { env: { REGISTRATION: '' } });
    expect(await modeOf(api)).toBe('invite');
    const refused = await api.post('/auth/signup', form('stranger@example.org'));
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'registration_closed',
      message: expect.stringContaining('Registration is by invitation.'),
    });
    for (const attempt of [
      form('stranger@example.org', { invitationToken }),
      form('guest@example.org'),
      form('guest@example.org', { invitationToken: 'x'.repeat(43) }),
    ])
      expect((await api.post('/auth/signup', attempt)).statusCode).toBe(403);
    expect(
      await api.rows(`select id from app_user where email like '%stranger%' or email like 'guest%'`),
    ).toEqual([]);
    expect((await api.post('/auth/signup', form('guest@example.org', { invitationToken }))).statusCode).toBe(
      201,
    );
  });

  test('with REGISTRATION=off is refused to invited people too, and open to the first operator', async () => {
    const db = await databases.empty();
    const invitationToken = await invited(db);
    const api = await createPeopleApi(db, { env: { REGISTRATION: 'off' } });
    expect(await modeOf(api)).toBe('off');
    const refused = await api.post('/auth/signup', form('guest@example.org', { invitationToken }));
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'registration_closed']);
    const operator = await operatorOf(api);
    expect((await api.ask('/auth/session', { token: operator.accessToken })).json()).toMatchObject({
      data: { user: { role: 'operator' } },
    });
  });

  test('with REGISTRATION=open is open to everyone', async () => {
    const api = await createPeopleApi(await databases.empty(), { env: { REGISTRATION: 'open' } });
    expect(await modeOf(api)).toBe('open');
    expect((await api.post('/auth/signup', form('stranger@example.org'))).statusCode).toBe(201);
  });
});

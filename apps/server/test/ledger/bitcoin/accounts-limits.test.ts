import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

describeWithDatabase('Limits of accounts', (databases) => {
  test('a description has up to 200 characters, an email of an organization up to 128', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const email = (length: number): string => `office@${'x'.repeat(50)}.${'x'.repeat(length - 62)}.org`;
    expect([email(121).length, email(122).length]).toEqual([121, 122]);
    const long = `${'o'.repeat(13)}${email(121).slice(6)}`;
    expect(long).toHaveLength(128);
    const body = { name: 'Engines', description: 'x'.repeat(200), email: long };
    const { data } = await api.as(ada, endpoints.createOrganization, { body });
    expect(data).toMatchObject({ description: body.description, email: body.email });
    const params = { id: data._id };
    for (const change of [{ description: 'x'.repeat(201) }, { email: `o${long}` }]) {
      const refusals = [
        await api.refused(400, ada, endpoints.createOrganization, { body: { ...body, ...change } }),
        await api.refused(400, ada, endpoints.updateOrganization, { params, body: change }),
      ];
      for (const refusal of refusals) expect(refusal.errors?.[0]?.field).toBe(Object.keys(change)[0]);
    }
  });

  test('an invitation without a role is one of a team member', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const body = { emails: ['grace@example.org'] };
    const { data } = await api.as(ada, endpoints.inviteMembers, { params: { id }, body });
    expect(data.invited).toMatchObject([{ email: 'grace@example.org', role: 'team_member' }]);
  });
});

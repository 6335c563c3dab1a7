import { createHash } from 'node:crypto';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { password } from '../support/api/api-client.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../support/api/teams-api.ts';

const action = z.object({
  at: z.string(),
  organizationId: z.string().nullable(),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string().nullable() }),
  actor: z.object({ id: z.string(), ip: z.string().nullable() }).loose(),
});
const file = z.object({
  createdAt: z.string(),
  account: z.object({ id: z.string(), email: z.string(), hasPassword: z.boolean() }).loose(),
  signIn: z.object({ passkeys: z.array(z.unknown()), recoveryCodes: z.array(z.unknown()) }).loose(),
  sessions: z.array(z.object({ id: z.string(), ip: z.string(), endedAt: z.string().nullable() }).loose()),
  memberships: z.array(z.object({ organization: z.string(), role: z.string() }).loose()),
  identityProviders: z.array(z.object({ userName: z.string(), groups: z.array(z.string()) }).loose()),
  invitations: z.array(z.object({ organization: z.string(), status: z.string() }).loose()),
  apiKeys: z.array(z.object({ name: z.string() }).loose()),
  emails: z.array(z.object({ template: z.string() }).loose()),
  contactRequests: z.array(z.object({ message: z.string() }).loose()),
  savedFilters: z.array(z.object({ name: z.string(), search: z.unknown() }).loose()),
  actions: z.array(action.strict()),
  actionsOfOthers: z.array(
    z.strictObject({
      at: z.string(),
      organizationId: z.string().nullable(),
      action: z.string(),
      actorRole: z.string(),
    }),
  ),
});

const ask = (api: TeamsApi, who: Someone, body: object = { password }) =>
  api.answer(who, endpoints.downloadPersonalData, { body });

async function dataOf(api: TeamsApi, who: Someone) {
  const answer = await ask(api, who);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="hopscope-personal-data.json"');
  return { text: answer.body, data: file.parse(JSON.parse(answer.body)) };
}

describeWithDatabase('The copy of what is stored about a person', (databases) => {
  test('has the account, the work, and what others did with the account, and nothing of others', async () => {
    const api = await createTeamsApi(await databases.empty());
    const owner = await api.someone('owner@bank.example');
    const id = await api.found(owner, 'Bank');
    const member = await api.someone('member@bank.example');
    const memberId = await api.enlist(owner, id, member);
    const headers = { 'x-organization-id': id };
    const save = (who: Someone, name: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/compliance/filters',
        headers: { ...headers, authorization: `Bearer ${who.accessToken}` },
        payload: { name, search: {}, shared: false },
      });
    expect((await save(member, 'Mine')).statusCode).toBe(201);
    expect((await save(owner, 'Of the owner')).statusCode).toBe(201);
    const request = {
      email: 'member@bank.example',
      company: 'Bank',
      companySize: '1-10' as const,
      message: 'Please call',
    };
    await api.as(member, endpoints.submitContactRequest, { body: request });
    await api.as(owner, endpoints.changeMemberRole, { params: { id, memberId }, body: { role: 'manager' } });

    const rules = {
      domains: ['bank.example'],
      groups: [{ group: 'Compliance', role: 'manager' as const }],
      defaultRole: null,
    };
    const operator = await api.operator();
    await api.as(operator, endpoints.setProvisioning, { params: { organizationId: id }, body: rules });
    const provide = async (path: string, payload: object) => {
      const made = await api.post(`/scim/v2/${path}`, payload, { token: owner.accessToken, headers });
      return z.object({ id: z.string() }).parse(made.json()).id;
    };
    const scimId = await provide('Users', { userName: member.email });
    await provide('Groups', { displayName: 'Compliance', members: [{ value: scimId }] });

    const { text, data } = await dataOf(api, member);
    expect(data.account).toMatchObject({ id: member.id, email: member.email, hasPassword: true });
    expect(data.sessions).toMatchObject([{ endedAt: null }]);
    expect(data.memberships).toMatchObject([{ organization: 'Bank', role: 'manager' }]);
    expect(data.invitations).toMatchObject([{ organization: 'Bank', status: 'accepted' }]);
    expect(data.emails.map(({ template }) => template)).toContain('invitation');
    expect(data.contactRequests).toMatchObject([{ message: 'Please call' }]);
    expect(data.identityProviders).toMatchObject([{ userName: member.email, groups: ['Compliance'] }]);
    expect(data.savedFilters).toMatchObject([{ name: 'Mine' }]);
    expect(data.actions.every(({ actor }) => actor.id === member.id)).toBe(true);
    const actions = data.actions.map((each) => each.action);
    expect(actions).toContain('invitation.accepted');
    expect(actions).toContain('user.data_downloaded');
    expect(data.actionsOfOthers.map((each) => each.action)).toContain('member.role_changed');
    expect(text).not.toContain(owner.email);
    expect(text).not.toContain(owner.id);
    expect(text).not.toContain('$argon2');
    const { sessions } = (await api.as(owner, endpoints.listSessions, {})).data;
    expect(text).not.toContain(sessions[0]?.id);
    expect(text).not.toContain(createHash('sha256').update(member.refreshToken).digest('hex'));
  });

  test('needs the password, is recorded, and lists more actions than one reading returns', async () => {
    const db = await databases.empty();
    const api = await createTeamsApi(db);
    const person = await api.someone('busy@bank.example');
    const id = await api.found(person, 'Bank');
    for (const body of [{}, { password: 'wrong password' }]) {
      expect((await ask(api, person, body)).json()).toMatchObject({ code: 'proof_required' });
    }
    const { audit } = api.context;
    await createKysely(db)
      .transaction()
      .execute(async (trx) => {
        for (let n = 0; n < 1201; n += 1) {
          await audit.record(trx, {
            actor: {
              user: { _id: person.id, name: 'Busy', surname: 'Person', email: person.email, role: 'user' },
            },
            organizationId: n % 3 === 0 ? null : id,
            action: 'note.created',
            subject: { type: 'note', id: null },
            after: { text: 'belongs to the organization' },
          });
        }
      });
    const { text, data } = await dataOf(api, person);
    expect(data.actions.filter((each) => each.action === 'note.created')).toHaveLength(1201);
    expect(data.actions.filter((each) => each.action === 'user.data_downloaded')).toHaveLength(1);
    expect(text).not.toContain('belongs to the organization');
  });

  test('leaves out what was sent to an unproven email; removal deletes requests to the sales team', async () => {
    const db = await databases.empty();
    const api = await createTeamsApi(db);
    const owner = await api.someone('owner@bank.example');
    const id = await api.found(owner, 'Bank');
    await api.as(owner, endpoints.inviteMembers, {
      params: { id },
      body: { emails: ['newhire@bank.example'], role: 'manager' },
    });
    const stranger = await api.someone('newhire@bank.example', { verified: false });
    const { data } = await dataOf(api, stranger);
    expect([data.invitations, data.emails]).toEqual([[], []]);
    const request = { email: 'x@example.org', company: 'X', companySize: '1-10' as const, message: 'Hello' };
    await api.as(stranger, endpoints.submitContactRequest, { body: request });
    const removal = { params: { id: stranger.id }, body: { password } };
    expect((await api.answer(stranger, endpoints.removeAccount, removal)).statusCode).toBe(200);
    const left = await createKysely(db).selectFrom('contact_request').selectAll().execute();
    expect(left).toEqual([]);
  });
});

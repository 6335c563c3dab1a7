import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { password } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../support/api/teams-api.ts';

const erased = '[erased]';

async function entriesOf(api: TeamsApi, who: Someone, id: string) {
  const { data } = await api.as(who, endpoints.listAuditLog, { params: { id }, query: { limit: 200 } });
  return data.entries;
}
const removeAccount = (api: TeamsApi, who: Someone) =>
  api.answer(who, endpoints.removeAccount, { params: { id: who.id }, body: { password } });

/** An organization whose settings and an invitation name two emails that nobody has an account with. */
async function organizationNaming(api: TeamsApi) {
  const owner = await api.someone('owner@bank.example');
  const id = await api.found(owner, 'Bank');
  await api.as(owner, endpoints.updateOrganization, {
    params: { id },
    body: { email: 'compliance@bank.example', settings: { riskScoreThreshold: 80 } },
  });
  await api.as(owner, endpoints.inviteMembers, {
    params: { id },
    body: { emails: ['newhire@bank.example'], role: 'manager' },
  });
  return { owner, id };
}

describeWithDatabase('Erasing from the audit log', (databases) => {
  test('who signs up with the email of others and never proves it takes nothing away', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { owner, id } = await organizationNaming(api);
    const before = await entriesOf(api, owner, id);
    for (const email of ['newhire@bank.example', 'compliance@bank.example']) {
      const stranger = await api.someone(email, { verified: false });
      expect((await removeAccount(api, stranger)).statusCode).toBe(200);
    }
    expect(await entriesOf(api, owner, id)).toEqual(before);
    const people = await api.people(owner, id);
    expect(people.map(({ email }) => email)).toContain('newhire@bank.example');
    expect(await api.mails('newhire@bank.example')).toMatchObject([{ template: 'invitation' }]);
  });

  test('who has proven the email takes that email away and nothing else', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { owner, id } = await organizationNaming(api);
    const before = await entriesOf(api, owner, id);
    const person = await api.someone('compliance@bank.example');
    expect((await removeAccount(api, person)).statusCode).toBe(200);
    const [order, ...rest] = await entriesOf(api, owner, id);
    expect(order).toMatchObject({ action: 'audit.person_erased', actor: { role: 'system' } });
    const touched = before.filter((entry) => JSON.stringify(entry).includes(person.email));
    expect(touched.length).toBeGreaterThan(0);
    expect(order?.after).toMatchObject({
      entries: touched.map(({ sequence }) => ({ sequence })).toReversed(),
    });
    const expected = before.map((entry) =>
      touched.includes(entry)
        ? { ...JSON.parse(JSON.stringify(entry).replaceAll(person.email, erased)), erased: true }
        : entry,
    );
    expect(rest).toEqual(expected);
    expect(await api.context.audit.verify(id)).toMatchObject({ intact: true, erased: touched.length });
  });

  test('a member who goes does not take along who closed a case, or why', async () => {
    const api = await createTeamsApi(await databases.empty());
    const owner = await api.someone('owner@bank.example');
    const id = await api.found(owner, 'Bank');
    const member = await api.someone('member@bank.example');
    await api.enlist(owner, id, member);
    const headers = { 'x-organization-id': id };
    const ask = (method: 'POST' | 'PUT', url: string, payload: object) =>
      api.ask(url, { method, payload, token: member.accessToken, headers });
    const opened = await ask('POST', '/compliance/cases', {
      title: 'Deposits of a customer',
      priority: 'HIGH',
      type: 'OTHER',
    });
    expect(opened.statusCode, opened.body).toBe(201);
    const { data } = opened.json<{ data: { _id: string } }>();
    await ask('PUT', `/compliance/cases/${data._id}/assignee`, { assigneeId: member.id });
    const decision = { outcome: 'NO_SUSPICION', reason: 'Explained by the customer' };
    const decided = await ask('POST', `/compliance/cases/${data._id}/decision`, decision);
    expect(decided.statusCode, decided.body).toBe(200);
    const before = await entriesOf(api, owner, id);
    expect((await removeAccount(api, member)).statusCode).toBe(200);
    const after = await entriesOf(api, owner, id);
    const made = before.filter(({ actor }) => actor.id === member.id);
    expect(made.length).toBeGreaterThan(2);
    for (const entry of made) {
      expect(after.find(({ sequence }) => sequence === entry.sequence)).toEqual({
        ...entry,
        actor: { ...entry.actor, email: null, ip: null, userAgent: null },
        erased: true,
      });
    }
    expect(JSON.stringify(after)).toContain('Explained by the customer');
    expect(JSON.stringify(after)).not.toContain(member.email);
    expect(await api.context.audit.verify(id)).toMatchObject({ intact: true });
  });

  test('the operator erases nobody who has an account, and every chain tells what was erased', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { owner, id } = await organizationNaming(api);
    const operator = await api.operator();
    for (const email of [owner.email, operator.email]) {
      const refusal = await api.refused(409, operator, endpoints.erasePerson, {
        body: { email, reason: 'x' },
      });
      expect(refusal.message).toMatch(/uses this email/);
    }
    const erase = (email: string) =>
      api.as(operator, endpoints.erasePerson, { body: { email, reason: 'Asked for by letter' } });
    expect((await erase('newhire@bank.example')).data).toEqual({ erased: 1 });
    const [order, invited] = await entriesOf(api, owner, id);
    expect(order).toMatchObject({
      action: 'audit.person_erased',
      actor: { id: operator.id, role: 'operator' },
      after: { entries: [{ sequence: invited?.sequence }] },
      reason: 'Asked for by letter',
    });
    expect(invited).toMatchObject({
      action: 'invitation.created',
      actor: { id: owner.id, email: owner.email },
      after: { email: erased, role: 'manager' },
      erased: true,
    });
    // The operator's own account goes later; what it erased stays on record.
    expect((await removeAccount(api, operator)).statusCode).toBe(200);
    const [again] = (await entriesOf(api, owner, id)).filter(
      ({ action }) => action === 'audit.person_erased',
    );
    expect(again).toEqual(order);
    for (const { result } of await api.context.audit.verifyAll()) {
      expect(result).toMatchObject({ intact: true });
    }
  });
});

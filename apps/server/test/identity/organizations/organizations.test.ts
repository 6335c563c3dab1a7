import { endpoints, inviteCodeAlphabet } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { password } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { statuses } from '../../support/api/people-api.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

describeWithDatabase('Organizations', (databases) => {
  //
  test('a new organization has its defaults and its founder as owner', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const { data } = await api.as(ada, endpoints.createOrganization, {
      body: { name: '  Analytical Engines ', description: 'Numbers', email: '' },
    });
    expect(data).toMatchObject({
      name: 'Analytical Engines',
      description: 'Numbers',
      email: 'ada@example.org',
      ownerId: ada.id,
      role: 'owner',
      memberCount: 1,
      settings: {
        maxMembers: 5,
        allowedDomains: [],
        allowCSAM: false,
        riskScoreThreshold: 70,
        transactionThreshold: 30,
        requireSecondFactor: false,
        minPasswordLength: 8,
        maxSessionHours: null,
      },
    });
    expect(data.members).toMatchObject([
      { userId: ada.id, name: 'Ada', email: 'ada@example.org', role: 'admin', status: 'active' },
    ]);
    expect(data.settings.inviteCode).toMatch(new RegExp(`^[${inviteCodeAlphabet}]{10}$`));
    const list = await api.as(ada, endpoints.listOrganizations, {});
    expect(list).toMatchObject({ total: 1, data: { organizations: [data], users: [{ _id: ada.id }] } });
    expect(await api.audited(ada, data._id)).toEqual(['subscription.created', 'organization.created']);
  });

  //
  test('names: letters of any script, digits, spaces, hyphen, underscore, 2 to 50 characters', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    for (const name of ['Ab', 'Zoë-Straße_9', '李 公司', 'x'.repeat(50)]) {
      const { data } = await api.as(ada, endpoints.createOrganization, { body: { name } });
      expect(data.name).toBe(name.normalize('NFC'));
    }
    const bad: [string, string][] = [
      ['', 'Please enter organization name'],
      ['   ', 'Please enter organization name'],
      ['a', 'Name must be at least 2 characters'],
      ['x'.repeat(51), 'Name must be at most 50 characters'],
      ['x'.repeat(10_000), 'Name must be at most 50 characters'],
      ['<b>Bold</b>', 'Name can only contain letters, numbers, spaces, and -_'],
      ['a\r\nBcc: x@example.org', 'Name can only contain letters, numbers, spaces, and -_'],
      ['a\0b', 'Name can only contain letters, numbers, spaces, and -_'],
      ["Robert'); drop table", 'Name can only contain letters, numbers, spaces, and -_'],
    ];
    for (const [name, message] of bad) {
      const refusal = await api.refused(400, ada, endpoints.createOrganization, { body: { name } });
      expect(refusal.errors?.[0]).toEqual({ field: 'name', message });
    }
    const long = { name: 'Fine', description: 'x'.repeat(201) };
    await api.refused(400, ada, endpoints.createOrganization, { body: long });
    for (const email of [
      'nobody',
      'a@b',
      `${'x'.repeat(125)}@example.org`,
      'a@example.org\r\nBcc: b@example.org',
    ]) {
      await api.refused(400, ada, endpoints.createOrganization, { body: { name: 'Fine', email } });
    }
    for (const wrong of [7, null, ['Ab'], { $ne: '' }]) {
      const body: object = { name: wrong };
      const answer = await api.post('/organizations', body, { token: ada.accessToken });
      expect(answer.statusCode).toBe(400);
    }
  });

  test('settings change one by one, amounts in cents, and what is not given stays', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const update = (body: object) => api.as(ada, endpoints.updateOrganization, { params: { id }, body });
    const { data } = await update({
      settings: { transactionThreshold: 1234.56, riskScoreThreshold: 0, allowCSAM: true },
    });
    expect(data.settings).toMatchObject({
      transactionThreshold: 1234.56,
      riskScoreThreshold: 0,
      allowCSAM: true,
    });
    expect(
      (await update({ settings: { allowedDomains: ['Example.ORG', 'example.org'] } })).data,
    ).toMatchObject({
      name: 'Analytical Engines',
      settings: { allowedDomains: ['example.org'], transactionThreshold: 1234.56 },
    });
    const refusals = [
      { settings: { transactionThreshold: -1 } },
      { settings: { transactionThreshold: 1.234 } },
      { settings: { transactionThreshold: Number.MAX_VALUE } },
      { settings: { riskScoreThreshold: 101 } },
      { settings: { riskScoreThreshold: 1.5 } },
      { settings: { allowedDomains: ['not a domain'] } },
      { settings: { allowedDomains: Array.from({ length: 51 }, (_, n) => `d${n}.example.org`) } },
      { email: '' },
      { name: '' },
    ];
    for (const body of refusals) {
      await api.refused(400, ada, endpoints.updateOrganization, { params: { id }, body });
    }
    const entries = (await api.as(ada, endpoints.listAuditLog, { params: { id } })).data.entries;
    expect(entries[0]).toMatchObject({
      action: 'organization.changed',
      actor: { id: ada.id, role: 'owner', email: 'ada@example.org' },
      before: { allowedDomains: [] },
      after: { allowedDomains: ['example.org'] },
    });
  });

  test('who edits an old state is told so, and of two editors at once one wins', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const before = (await api.as(ada, endpoints.getOrganization, { params: { id } })).data;
    const input = (name: string) => ({
      params: { id },
      body: { name, expectedUpdatedAt: before.updatedAt },
    });
    const answers = await Promise.all(
      ['First', 'Second', 'Third'].map((name) => api.answer(ada, endpoints.updateOrganization, input(name))),
    );
    expect(statuses(answers)).toEqual([200, 409, 409]);
    const late = await api.refused(409, ada, endpoints.updateOrganization, input('Late'));
    expect(late.code).toBe('changed_meanwhile');
  });

  test('an organization that requires a second factor shows itself, and nothing of it, without one', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const body = { settings: { requireSecondFactor: true } };
    // Nobody locks themselves out.
    const refusal = await api.refused(403, ada, endpoints.updateOrganization, { params: { id }, body });
    expect(refusal.code).toBe('second_factor_required');
    const grace = await api.someone('grace@example.org');
    await api.rows('update app_session set second_factor = true where user_id = $1', [ada.id]);
    await api.as(ada, endpoints.updateOrganization, { params: { id }, body });
    await api.enlist(ada, id, grace);
    const { data } = await api.as(grace, endpoints.listOrganizations, {});
    expect(data.organizations).toMatchObject([
      {
        name: 'Analytical Engines',
        unmetRule: 'second_factor',
        members: [],
        email: '',
        settings: { inviteCode: null },
      },
    ]);
    expect(data.users).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('ada@example.org');
    const closed = await api.refused(403, grace, endpoints.listMembers, { params: { id } });
    expect(closed).toMatchObject({
      code: 'second_factor_required',
      message: 'This organization requires a second factor. Set one up under Security Settings.',
    });
  });

  test('an organization that requires longer passwords lets members in once theirs is long enough', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const grace = await api.someone('grace@example.org');
    const id = await api.found(ada);
    await api.enlist(ada, id, grace);
    const change = (currentPassword: string, newPassword: string) => ({
      body: { currentPassword, newPassword },
    });
    const settings = (minPasswordLength: 8 | 12 | 15 | 20) => ({
      params: { id },
      body: { settings: { minPasswordLength } },
    });
    // One character fewer than required.
    const shorter = 'nineteen characters';
    for (const who of [ada, grace]) await api.as(who, endpoints.changePassword, change(password, shorter));
    const own = await api.refused(403, ada, endpoints.updateOrganization, settings(20));
    expect(own).toMatchObject({
      code: 'password_too_short',
      message:
        'Your own password is shorter. Change it in Security Settings to one with at least 20 characters first.',
    });
    await api.as(ada, endpoints.changePassword, change(shorter, password));
    await api.as(ada, endpoints.updateOrganization, settings(20));

    const { data } = await api.as(grace, endpoints.listOrganizations, {});
    expect(data.organizations).toMatchObject([{ unmetRule: 'password', members: [], email: '' }]);
    const closed = await api.refused(403, grace, endpoints.listMembers, { params: { id } });
    expect(closed).toMatchObject({
      code: 'password_too_short',
      message:
        'This organization requires passwords with at least 20 characters. Change yours under Security Settings.',
    });
    await api.as(grace, endpoints.changePassword, change(shorter, 'twenty characters ok'));
    await api.as(grace, endpoints.listMembers, { params: { id } });
    // Members without a password sign in by other means.
    await api.rows('update app_user set password_hash = null, password_length = null where id = $1', [
      grace.id,
    ]);
    await api.as(grace, endpoints.listMembers, { params: { id } });
  });

  test('an organization that limits sessions asks for a new sign-in after them, and not from API keys', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    await api.assign(id, 'team');
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { maxSessionHours: 8 } },
    });
    await api.as(ada, endpoints.listMembers, { params: { id } });
    const key = await api.as(ada, endpoints.createApiKey, {
      params: { id },
      body: { name: 'Program', scopes: ['read'] },
    });
    await api.rows(`update app_session set created_at = created_at - interval '8 hours' where user_id = $1`, [
      ada.id,
    ]);
    const closed = await api.refused(403, ada, endpoints.listMembers, { params: { id } });
    expect(closed).toMatchObject({
      code: 'sign_in_again',
      message: 'This organization requires a new sign-in after 8 hours.',
    });
    const { data } = await api.as(ada, endpoints.listOrganizations, {});
    expect(data.organizations).toMatchObject([{ unmetRule: 'session', members: [] }]);
    const withKey = await api.ask('/compliance/monitored-addresses', { token: key.secret });
    expect(withKey.statusCode).toBe(200);
  });

  test('a deleted organization is gone for everyone at once, with its invitations, its code and its plan', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const grace = await api.someone('grace@example.org');
    const alan = await api.someone('alan@example.org');
    const id = await api.found(ada);
    await api.enlist(ada, id, grace, 'admin');
    await api.as(ada, endpoints.inviteMembers, { params: { id }, body: { emails: ['alan@example.org'] } });
    const token = await api.invitationToken('alan@example.org');
    const { settings } = (await api.as(ada, endpoints.getOrganization, { params: { id } })).data;
    await api.refused(403, grace, endpoints.deleteOrganization, { params: { id }, body: { password } });
    await api.as(ada, endpoints.deleteOrganization, { params: { id }, body: { password } });
    for (const who of [ada, grace]) {
      const refusal = await api.refused(404, who, endpoints.getOrganization, { params: { id } });
      expect(refusal.message).toBe('Organization not found');
      expect((await api.as(who, endpoints.listOrganizations, {})).total).toBe(0);
    }
    await api.refused(404, ada, endpoints.deleteOrganization, { params: { id }, body: { password } });
    await api.refused(404, alan, endpoints.acceptInvitation, { body: { token } });
    await api.refused(404, alan, endpoints.joinOrganization, { body: { code: settings.inviteCode ?? '' } });
    expect((await api.as(alan, endpoints.listOwnInvitations, {})).total).toBe(0);
    expect(await api.rows('select status from subscription where organization_id = $1', [id])).toEqual([
      { status: 'canceled' },
    ]);
    expect((await api.context.audit.verify(id)).intact).toBe(true);
  });

  test('lists are paged with exact totals', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await api.found(ada, `Number ${n}`));
    const page = await api.as(ada, endpoints.listOrganizations, { query: { page: 2, limit: 2 } });
    expect(page).toMatchObject({ total: 5, page: 2, limit: 2 });
    expect(page.data.organizations.map((organization) => organization._id)).toEqual(ids.slice(2, 4));
    const beyond = await api.as(ada, endpoints.listOrganizations, { query: { page: 9, limit: 2 } });
    expect([beyond.total, beyond.data.organizations]).toEqual([5, []]);
  });

  test('a removed account leaves its organizations: alone they end, with others ownership holds it', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const grace = await api.someone('grace@example.org');
    const shared = await api.found(ada, 'Shared');
    const alone = await api.found(ada, 'Alone');
    const graces = await api.found(grace, 'Of Grace');
    await api.enlist(grace, graces, ada, 'manager');
    await api.enlist(ada, shared, grace);
    const release = (userId: string) =>
      api.ask(`/auth/remove/${userId}`, {
        method: 'DELETE',
        payload: { password: 'correct horse battery' },
        token: ada.accessToken,
      });
    const refused = await release(ada.id);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'owns_organization']);
    // Nothing of the refused removal has happened.
    expect((await api.as(ada, endpoints.listOrganizations, {})).total).toBe(3);
    const member = (await api.people(ada, shared)).find((line) => line.userId === grace.id);
    await api.as(ada, endpoints.transferOwnership, {
      params: { id: shared },
      body: { memberId: member?._id ?? '', password },
    });
    expect((await release(ada.id)).statusCode).toBe(200);
    expect((await api.people(grace, graces)).map((line) => line.userId)).toEqual([grace.id]);
    expect((await api.people(grace, shared)).map((line) => line.userId)).toEqual([grace.id]);
    const gone = await api.rows<{ deleted_at: Date | null }>(
      'select deleted_at from organization where id = $1',
      [alone],
    );
    expect(gone[0]?.deleted_at).toBeInstanceOf(Date);
  });
});

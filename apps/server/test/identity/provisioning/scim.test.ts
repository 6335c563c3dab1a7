import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { password } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createScimApi, user } from './scim-api.ts';

const ada = 'ada@bank.example';
const problem = z.object({ schemas: z.array(z.string()), status: z.string(), detail: z.string() }).loose();

describeWithDatabase('SCIM', (databases) => {
  test('adds people, gives roles by groups, and takes both away', async () => {
    const { api, create, change, ask, roles, find } = await createScimApi(databases);
    const group = await create('Groups', { displayName: 'compliance', externalId: 'g-1' });
    const made = await create('Users', user(ada));
    expect(made).toMatchObject({
      userName: ada,
      active: true,
      externalId: `00u-${ada}`,
      meta: { location: `https://hopscope.example/api/v1/scim/v2/Users/${made.id}` },
    });
    expect(await roles()).toEqual({ 'owner@bank.example': 'admin' });

    // As Okta changes a group, then as Entra does.
    await change(`Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: made.id }] });
    expect(await roles()).toMatchObject({ [ada]: 'team_member' });
    const leads = await create('Groups', { displayName: 'Compliance Leads', members: [{ value: made.id }] });
    expect(await roles()).toMatchObject({ [ada]: 'manager' });
    const seen = (await ask(200, 'GET', `Users/${made.id}`)).json<{ groups: { display: string }[] }>();
    expect(seen.groups.map(({ display }) => display)).toEqual(['Compliance Leads', 'compliance']);
    await change(`Groups/${leads.id}`, { op: 'Remove', path: 'members', value: [{ value: made.id }] });
    expect(await roles()).toMatchObject({ [ada]: 'team_member' });
    await change(`Groups/${group.id}`, {
      op: 'replace',
      value: { id: group.id, displayName: 'Administrators' },
    });
    expect(await roles()).toMatchObject({ [ada]: 'admin' });
    await change(`Groups/${group.id}`, { op: 'remove', path: `members[value eq "${made.id}"]` });
    expect(await roles()).not.toHaveProperty(ada);

    await change(`Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: made.id }] });
    await ask(204, 'DELETE', `Groups/${group.id}`);
    expect(await roles()).not.toHaveProperty(ada);
    expect((await find('Groups?excludedAttributes=members')).Resources).toMatchObject([{ id: leads.id }]);
    await ask(204, 'DELETE', `Users/${made.id}`);
    await ask(404, 'GET', `Users/${made.id}`);
    expect(await api.rows('select email from app_user where email = $1', [ada])).toHaveLength(1);
  });

  test('deactivates people: membership, sessions, and keys end at once, and come back without the keys', async () => {
    const { api, create, change, roles, organizationId } = await createScimApi(databases, {
      defaultRole: 'admin',
    });
    const person = await api.someone(ada);
    const made = await create('Users', user('Ada@Bank.example', { active: 'True' }));
    expect(await roles()).toMatchObject({ [ada]: 'admin' });
    const key = await api.as(person, endpoints.createApiKey, {
      params: { id: organizationId },
      body: { name: 'Mine', scopes: ['read'] },
    });
    expect((await api.ask('/auth/session', { token: person.accessToken })).statusCode).toBe(200);

    await change(`Users/${made.id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(await roles()).not.toHaveProperty(ada);
    expect((await api.ask('/auth/session', { token: person.accessToken })).statusCode).toBe(401);
    expect((await api.ask('/status', { token: key.secret })).statusCode).toBe(401);

    await change(`Users/${made.id}`, { op: 'replace', value: { active: true } });
    expect(await roles()).toMatchObject({ [ada]: 'admin' });
    expect((await api.ask('/status', { token: key.secret })).statusCode).toBe(401);
  });

  test('members who join by other means stay until the provider has sent their groups', async () => {
    const { api, owner, create, ask, change, roles, organizationId } = await createScimApi(databases);
    const person = await api.someone(ada);
    const memberId = await api.enlist(owner, organizationId, person, 'admin');
    const { secret } = await api.as(person, endpoints.createApiKey, {
      params: { id: organizationId },
      body: { name: 'Mine', scopes: ['read'] },
    });
    const made = await create('Users', user(ada));
    await ask(200, 'PUT', `Users/${made.id}`, user(ada, { externalId: 'other' }));
    expect(await roles()).toMatchObject({ [ada]: 'admin' });
    const group = await create('Groups', { displayName: 'Compliance Leads', members: [{ value: made.id }] });
    const people = await api.people(owner, organizationId);
    expect(people.find(({ email }) => email === ada)).toMatchObject({ _id: memberId, role: 'manager' });
    expect((await api.ask('/status', { token: secret })).statusCode).toBe(200);
    await change(`Groups/${group.id}`, { op: 'remove', path: 'members' });
    expect(await roles()).not.toHaveProperty(ada);
    expect((await api.ask('/status', { token: secret })).statusCode).toBe(401);
  });

  test('an account with an unverified email loses its password before the person becomes a member', async () => {
    const { api, create, roles } = await createScimApi(databases, { defaultRole: 'manager' });
    const squatter = await api.someone(ada, { verified: false });
    await create('Users', user(ada));
    expect(await roles()).toMatchObject({ [ada]: 'manager' });
    expect((await api.ask('/auth/session', { token: squatter.accessToken })).statusCode).toBe(401);
    const login = await api.post('/auth/login', { email: ada, password });
    expect(login.statusCode).toBe(401);
  });

  test('manages only the domains of the operator, never the owner, and not the creator of its key', async () => {
    const { api, owner, create, ask, change, roles, organizationId } = await createScimApi(databases, {
      defaultRole: 'admin',
    });
    const foreign = await ask(400, 'POST', 'Users', user('eve@other.example'));
    expect(problem.parse(foreign.json())).toMatchObject({
      scimType: 'invalidValue',
      detail: 'Only emails in these domains can be added: bank.example',
    });
    expect(await api.rows(`select email from app_user where email like 'eve%'`)).toEqual([]);
    const self = await create('Users', user(owner.email));
    expect(await roles()).toEqual({ [owner.email]: 'admin' });
    const off = { Operations: [{ op: 'replace', path: 'active', value: false }] };
    expect((await ask(409, 'PATCH', `Users/${self.id}`, off)).json()).toMatchObject({ status: '409' });
    await ask(409, 'DELETE', `Users/${self.id}`);

    const admin = await api.someone('admin@bank.example');
    await api.enlist(owner, organizationId, admin, 'admin');
    const { secret } = await api.as(admin, endpoints.createApiKey, {
      params: { id: organizationId },
      body: { name: 'Second', scopes: ['provision'] },
    });
    const other = await create('Users', user(admin.email));
    const group = await create('Groups', { displayName: 'Compliance' });
    const withOwnKey = (method: 'DELETE' | 'PUT', path: string, payload?: object) =>
      api.app.inject({
        method,
        url: `/api/v1/scim/v2/${path}`,
        headers: { authorization: `Bearer ${secret}` },
        ...(payload && { payload }),
      });
    // The key would lose its right with the role of its creator.
    const members = { displayName: 'Compliance', members: [{ value: other.id }] };
    expect((await withOwnKey('PUT', `Groups/${group.id}`, members)).statusCode).toBe(200);
    expect(await roles()).toMatchObject({ [admin.email]: 'admin' });
    const answer = await withOwnKey('DELETE', `Users/${other.id}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      detail: expect.stringContaining('Use a key of another person first'),
    });
    await change(`Users/${other.id}`, { op: 'replace', path: 'active', value: false });
    expect(await roles()).toEqual({ [owner.email]: 'admin' });
  });

  test('finds users and groups by filter, without case where case does not count, in pages', async () => {
    const { api, create, find, ask } = await createScimApi(databases);
    const ids: string[] = [];
    for (const name of ['ada', 'grace', 'mary', 'joan']) {
      ids.push((await create('Users', user(`${name}@bank.example`))).id);
      api.clock += 1;
    }
    const found = async (filter: string) =>
      (await find(`Users?filter=${encodeURIComponent(filter)}`)).Resources.map(({ id }) => ids.indexOf(id));
    expect(await found('userName eq "GRACE@bank.example"')).toEqual([1]);
    expect(await found('externalId eq "00u-mary@bank.example"')).toEqual([2]);
    expect(await found('externalId eq "00U-mary@bank.example"')).toEqual([]);
    expect(await found(`id eq "${ids[3]}"`)).toEqual([3]);
    expect(await found('id eq "x"')).toEqual([]);
    expect(await found('emails[type eq "work" and value eq "Ada@Bank.example"]')).toEqual([0]);
    expect(await found('userName sw "JO" or (userName co "ary" and active eq true)')).toEqual([2, 3]);
    expect(await found('not (userName eq "ada@bank.example")')).toEqual([1, 2, 3]);
    expect(await found('userName eq "ada@bank.example" and active eq false')).toEqual([]);
    const page = await find('Users?startIndex=2&count=2');
    expect(page).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 });
    expect(page.Resources.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    expect(await find('Users?count=0')).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    const group = await create('Groups', { displayName: 'Compliance' });
    const byName = await find(`Groups?filter=${encodeURIComponent('displayName eq "compliance"')}`);
    expect(byName.Resources.map(({ id }) => id)).toEqual([group.id]);
    for (const bad of ['userName eq', 'userName xx "a"', '('.repeat(50) + 'a pr' + ')'.repeat(50)]) {
      const refused = await ask(400, 'GET', `Users?filter=${encodeURIComponent(bad)}`);
      expect(refused.json()).toMatchObject({
        scimType: 'invalidFilter',
        detail: 'The filter cannot be read',
      });
    }
  });

  test('refuses what is there already, what cannot change, and what does not exist', async () => {
    const { create, ask, change } = await createScimApi(databases);
    const made = await create('Users', user(ada));
    const twice = await ask(409, 'POST', 'Users', user('ADA@bank.example'));
    expect(twice.json()).toMatchObject({ scimType: 'uniqueness' });
    await create('Groups', { displayName: 'Compliance' });
    const same = await ask(409, 'POST', 'Groups', { displayName: 'COMPLIANCE' });
    expect(same.json()).toMatchObject({ scimType: 'uniqueness' });
    const moved = await ask(400, 'PUT', `Users/${made.id}`, user('ada.king@bank.example'));
    expect(moved.json()).toMatchObject({ scimType: 'mutability' });
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const id of [nobody, 'x']) {
      await ask(404, 'GET', `Users/${id}`);
      await ask(404, 'PUT', `Users/${id}`, user(ada));
      await ask(404, 'DELETE', `Groups/${id}`);
    }
    const stranger = { displayName: 'More', members: [{ value: nobody }] };
    expect((await ask(400, 'POST', 'Groups', stranger)).json()).toMatchObject({ scimType: 'invalidValue' });
    const noEmail = await ask(400, 'POST', 'Users', { userName: 'ada' });
    expect(noEmail.json()).toMatchObject({ detail: 'The user has no valid email address' });
    await ask(400, 'POST', 'Users', { externalId: 'x' });
    const renamed = await change(
      `Users/${made.id}`,
      { op: 'replace', path: 'name.familyName', value: 'King' },
      { op: 'replace', path: 'externalId', value: 'new' },
    );
    expect(renamed).toMatchObject({ name: { formatted: 'Ada King' }, externalId: 'new' });
  });

  test('changes of hostile clients reach no prototype and leave everything as it was', async () => {
    const { create, ask } = await createScimApi(databases);
    const made = await create('Users', user(ada));
    const before = (await ask(200, 'GET', `Users/${made.id}`)).body;
    const hostile = [
      { op: 'add', path: '__proto__.polluted', value: true },
      { op: 'add', value: JSON.parse('{"__proto__":{"polluted":true}}') as object },
      { op: 'add', path: 'constructor.prototype.polluted', value: true },
      { op: 'add', path: 'name.constructor.prototype.polluted', value: true },
      { op: 'replace', path: 'emails[type eq "work"', value: 'x' },
      { op: 'remove' },
      { op: 'replace', path: 'userName', value: { a: 1 } },
      { op: 'move', path: 'userName', value: 'x' },
    ];
    for (const operation of hostile) {
      await ask(400, 'PATCH', `Users/${made.id}`, { Operations: [operation] });
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await ask(200, 'GET', `Users/${made.id}`)).body).toBe(before);
  });

  test('describes itself', async () => {
    const { ask, find } = await createScimApi(databases);
    expect((await ask(200, 'GET', 'ServiceProviderConfig')).json()).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
    });
    expect((await find('ResourceTypes')).Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const schemas = (await find('Schemas')).Resources.map(({ id }) => id);
    expect(schemas).toEqual([
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:core:2.0:Group',
    ]);
  });

  test('follows new rules, and forgets everything but the memberships when they are removed', async () => {
    const { api, operator, organizationId, rules, create, roles, ask } = await createScimApi(databases);
    const made = await create('Users', user(ada));
    await create('Groups', { displayName: 'Compliance', members: [{ value: made.id }] });
    expect(await roles()).toMatchObject({ [ada]: 'team_member' });
    const params = { organizationId };
    const groups = [{ group: 'compliance', role: 'manager' as const }];
    const changed = await api.as(operator, endpoints.setProvisioning, {
      params,
      body: { ...rules, groups },
    });
    expect(changed.data).toMatchObject({ users: 1, groups: 1, organizationName: 'Bank' });
    expect(await roles()).toMatchObject({ [ada]: 'manager' });
    expect((await api.as(operator, endpoints.listProvisioning, {})).data).toEqual([changed.data]);
    await api.as(operator, endpoints.removeProvisioning, { params });
    expect(await roles()).toMatchObject({ [ada]: 'manager' });
    await ask(403, 'POST', 'Users', user('grace@bank.example'));
    expect((await api.as(operator, endpoints.listProvisioning, {})).data).toEqual([]);
    expect(await api.rows('select id from provisioned_user')).toEqual([]);
  });

  test('a full plan admits nobody, and nothing is left of the attempt', async () => {
    const { api, organizationId, create, ask, roles } = await createScimApi(databases, {
      defaultRole: 'team_member',
    });
    await api.assign(organizationId, 'team');
    const [plan] = await api.rows<{ most: number }>(`select max_members as most from plan where id = 'team'`);
    const maxMembers = plan?.most ?? 0;
    expect(maxMembers).toBeGreaterThan(1);
    for (let n = 1; n < maxMembers; n += 1) await create('Users', user(`person${n}@bank.example`));
    const refused = await ask(409, 'POST', 'Users', user('late@bank.example'));
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining('member limit') });
    expect(Object.keys(await roles())).toHaveLength(maxMembers);
    expect(await api.rows(`select id from app_user where email = 'late@bank.example'`)).toEqual([]);
  });
});

import { apiBase, endpoints, ownedOrganizationsLimit, recordLimits, storageLimits } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { problemOf } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../../support/api/teams-api.ts';

async function caseOf(api: TeamsApi, who: Someone) {
  const id = await api.found(who);
  const headers = { authorization: `Bearer ${who.accessToken}`, 'x-organization-id': id };
  const made = await api.post('/compliance/cases', { title: 'A case' }, { headers });
  const url = `${apiBase}/compliance/cases/${made.json<{ data: { _id: string } }>().data._id}/evidence`;
  return {
    id,
    upload: (name: string) =>
      api.app.inject({
        method: 'POST',
        url: `${url}?name=${name}`,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        payload: `A text called ${name}`,
      }),
  };
}

describeWithDatabase('Storage', (databases) => {
  test('is for people with a proven email, within the plan, and never the last of the disk', async () => {
    let free = 10 * 1024 ** 3;
    const api = await createTeamsApi(await databases.empty(), { freeBytes: async () => free });
    const unproven = await caseOf(api, await api.someone('eve@example.org', { verified: false }));
    expect(problemOf(await unproven.upload('a.txt'), 403).code).toBe('email_unverified');

    const ada = await api.someone('ada@example.org');
    const { id, upload } = await caseOf(api, ada);
    expect((await upload('a.txt')).statusCode).toBe(200);
    free = 512 * 1024 * 1024;
    const full = problemOf(await upload('b.txt'), 507);
    expect(full.message).toMatch(/server disk is almost full/);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: 'x' },
    });
    const step = {
      id: 'one',
      author: '',
      time: 0,
      title: 'A note',
      changes: [
        { change: 'create', record: { kind: 'note', id: 'n', on: null, text: 'x', author: '', time: 0 } },
      ],
    };
    const append = () =>
      api.post(
        `/organizations/${id}/flow-documents/${data._id}/steps`,
        { base: 0, steps: [step] },
        { token: ada.accessToken },
      );
    problemOf(await append(), 507);
    free *= 20;
    expect((await append()).statusCode).toBe(200);

    await api.rows('update flow_document set bytes = $1', [storageLimits.free]);
    expect(problemOf(await upload('c.txt'), 409)).toMatchObject({
      code: 'plan_limit',
      details: { limit: storageLimits.free },
    });
    await api.assign(id, 'business');
    expect((await upload('c.txt')).statusCode).toBe(200);
  });

  test('has a limit for monitored addresses, one by one and in bulk, and leaves the last of the disk', async () => {
    let free = 10 * 1024 ** 3;
    const api = await createTeamsApi(await databases.empty(), {
      env: { MONITORED_ADDRESSES: '3' },
      freeBytes: async () => free,
    });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const headers = { authorization: `Bearer ${ada.accessToken}`, 'x-organization-id': id };
    const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
    const of = (n: number) => ({ address: address(n), blockchain: 'ethereum' });
    const path = '/compliance/monitored-addresses';
    const add = (n: number) => api.post(path, of(n), { headers });
    const addMany = (...many: number[]) => api.post(`${path}/bulk`, { addresses: many.map(of) }, { headers });

    const first = (await add(1)).json<{ data: { _id: string } }>().data;
    const refusal = problemOf(await addMany(1, 2, 3, 4), 409);
    expect(refusal).toMatchObject({ code: 'plan_limit', details: { limit: 3, used: 1 } });
    expect(refusal.message).toMatch(/at most 3 addresses. It already monitors 1, so 3 more cannot be added/);
    expect((await addMany(1, 2, 3)).json<{ successful: unknown[] }>().successful).toHaveLength(2);
    expect(problemOf(await add(4), 409).code).toBe('plan_limit');
    expect(problemOf(await add(3), 409).code).toBe('conflict');
    const { data } = await api.as(ada, endpoints.addMonitoredAddressOf, {
      params: { id: await api.found(ada, 'Elsewhere') },
      body: { address: address(4), blockchain: 'ethereum' },
    });
    expect(data.address).toBe(address(4));

    const remove = () => api.ask(`${path}/${first._id}`, { method: 'DELETE', headers });
    const note = () =>
      api.ask(`${path}/${first._id}`, {
        method: 'PUT',
        headers,
        payload: { statusChangeReason: 'A note', updateData: { notes: 'x' } },
      });
    free = 512 * 1024 * 1024 - 1;
    for (const answer of [await add(4), await addMany(4), await note()]) problemOf(answer, 507);
    expect((await remove()).statusCode).toBe(200);
    free *= 20;
    expect((await add(4)).statusCode).toBe(201);
  });

  test('of organizations too: one person owns some and not hundreds', async () => {
    const api = await createTeamsApi(await databases.empty());
    for (const [verified, most] of [
      [false, ownedOrganizationsLimit.unproven],
      [true, ownedOrganizationsLimit.proven],
    ] as const) {
      const who = await api.someone(`${verified}@example.org`, { verified });
      for (let i = 0; i < most; i++) await api.found(who, `Desk ${i}`);
      const refusal = await api.refused(409, who, endpoints.createOrganization, {
        body: { name: 'One more' },
      });
      expect(refusal).toMatchObject({ code: 'plan_limit', details: { limit: most, used: most } });
    }
  });

  test('records of an organization are limited, those of others and deleted ones do not count', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const bob = await api.someone('bob@example.org');
    const id = await api.found(ada);
    const headers = { authorization: `Bearer ${ada.accessToken}`, 'x-organization-id': id };
    const create = () => api.post(`/organizations/${id}/flow-documents`, { title: 'x' }, { headers });
    const others = await api.found(bob);
    const fill = (organization: string, rows: number) =>
      api.rows(
        `insert into flow_document (id, organization_id, title, created_by, created_at, updated_at)
         select gen_random_uuid(), $1, 'x', made.created_by, now(), now()
         from (select created_by from flow_document limit 1) made, generate_series(1, $2::int4)`,
        [organization, rows],
      );
    expect((await create()).statusCode).toBe(201);
    await fill(others, recordLimits.canvases);
    await fill(id, recordLimits.canvases - 2);
    expect((await create()).statusCode).toBe(201);
    const problem = problemOf(await create(), 409);
    expect(problem.code).toBe('plan_limit');
    expect(problem.message).toBe(
      'An organization can have 20,000 FlowTrace documents, and the limit has been reached',
    );
    await api.rows('update flow_document set deleted_at = now() where organization_id = $1', [id]);
    expect((await create()).statusCode).toBe(201);
  });
});

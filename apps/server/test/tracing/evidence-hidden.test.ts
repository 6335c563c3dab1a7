import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { urlOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { subject } from '../support/servers/directory-source.ts';

/** A node of an entity as a log may have it, from when somebody could see it. */
const nodeOf = (entityId: string) => ({
  kind: 'node' as const,
  id: 'bitcoin:a',
  type: 'wallet' as const,
  chain: 'bitcoin' as const,
  address: 'a',
  label: '',
  x: 0,
  y: 0,
  color: null,
  traced: true,
  stop: null,
  group: null,
  profile: {
    entityId,
    entityType: 'csam',
    name: 'Dark Place',
    beneficialOwner: null,
    custodian: null,
    logoUrl: null,
    risk: 100,
    balance: null,
    received: null,
    spent: null,
    transactions: null,
    usdCents: null,
    coinJoin: false,
  },
});

describeWithDatabase('An evidence bundle that names somebody hidden', (databases) => {
  test('is refused to who may not see them, also where a later step took the name away, and given to who may', async () => {
    const api = await createDirectoryApi(await databases.empty());
    await api.sync('list', [subject('dark', { proper_name: 'Dark Place', entity_type: 'csam' })]);
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: 'Dark' },
    });
    const params = { id, documentId: data._id };
    const record = nodeOf('dark-place');
    const step = (name: string, change: 'create' | 'remove') => ({
      id: name,
      author: '',
      time: 0,
      title: name,
      changes: [{ change, record }],
    });
    const append = (base: number, name: string, change: 'create' | 'remove') =>
      api.as(ada, endpoints.appendFlowSteps, { params, body: { base, steps: [step(name, change)] } });
    const ask = () =>
      api.ask(urlOf(endpoints.bundleFlowDocument, { params }), {
        method: 'POST',
        token: ada.accessToken,
        headers: { 'x-organization-id': id },
        payload: {},
      });
    await append(0, 'drawn', 'create');
    const refused = await ask();
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ message: 'CSAM Related Entity' });
    expect(refused.body).not.toContain('Dark Place');
    await append(1, 'removed', 'remove');
    expect((await ask()).statusCode).toBe(403);
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { allowCSAM: true } },
    });
    const given = await ask();
    expect(given.statusCode).toBe(200);
    expect(given.headers['content-type']).toBe('application/zip');
  });
});

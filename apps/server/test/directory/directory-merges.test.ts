import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { alone, northwind as id, startEditing } from '../support/api/directory-editing.ts';
import { addressOf, attribution, subject } from '../support/servers/directory-source.ts';
import type { Someone } from '../support/api/teams-api.ts';

const params = { id };

describeWithDatabase('Merged entities', (databases) => {
  test('taking back what editors never said writes nothing, and the next change finds nothing in its way', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, edit } = await startEditing(api);
    expect(await edit(ada, { baseVersion: 1, reset: ['ceo'] })).toMatchObject({ release: null });
    const body = { into: 'granite-pool', baseVersion: 1, reason: 'Same company' };
    await api.as(ada, endpoints.mergeEntities, { params, body });
  });

  test('two entities are joined: addresses, names and links follow, and yesterday they were two', async () => {
    const api = await createDirectoryApi(await databases.empty(), { ...alone, start: Date.UTC(2026, 0, 1) });
    await startEditing(api);
    api.clock = Date.UTC(2026, 0, 2, 12);
    const ada = { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
    const merge = (from: string, into: string) =>
      ({ params: { id: from }, body: { into, baseVersion: 1, reason: 'The same' } }) as const;
    await api.refused(400, ada, endpoints.mergeEntities, merge(id, id));
    await api.refused(404, ada, endpoints.mergeEntities, merge(id, 'nobody'));
    await api.as(ada, endpoints.mergeEntities, merge(id, 'granite-pool'));
    const joined = await api.entity(ada, id);
    expect(joined).toMatchObject({ mergedFrom: id, entity: { entity_id: 'granite-pool' } });
    expect(joined.fields.find(({ field }) => field === 'ceo')?.conflict).toBe(true);
    expect(joined.relations.children.map(({ entity_id }) => entity_id)).toEqual(['northwind-card']);
    expect((await api.entity(ada, 'northwind-card')).relations.parents[0]?.entity_id).toBe('granite-pool');
    const { data } = await api.as(ada, endpoints.attributeAddresses, { body: { addresses: [addressOf(1)] } });
    expect(data[0]?.entity_id).toBe('granite-pool');
    expect(await api.rows('select entity, n from btc_label order by key')).toEqual([
      { entity: 'granite-pool', n: 1 },
      { entity: 'granite-pool', n: 1 },
    ]);
    expect((await api.entity(ada, id, '2026-01-01')).entity.entity_id).toBe(id);
    expect((await api.as(ada, endpoints.listEntities, { query: { asOf: '2026-01-01' } })).data).toHaveLength(
      3,
    );
    expect((await api.as(ada, endpoints.listEntities, {})).data).toHaveLength(2);
    // The source goes on under the same entity.
    await api.sync('list', [subject('nw', { proper_name: 'Northwind Exchange', ticker: 'NW' })]);
    expect((await api.entity(ada, 'granite-pool')).entity.ticker).toBe('NW');
  });

  test('a joining is taken back with all that is its own, also below another one and after the other is gone', async () => {
    const api = await createDirectoryApi(await databases.empty(), {
      ...alone,
      start: Date.UTC(2026, 0, 1, 12),
    });
    const { eve } = await startEditing(api);
    const day = async (date: number) => {
      api.clock = Date.UTC(2026, 0, date, 12);
      return { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
    };
    const versionOf = async (who: Someone, of: string) => (await api.entity(who, of)).entity.version ?? 0;
    const join = async (who: Someone, from: string, into: string) =>
      api.as(who, endpoints.mergeEntities, {
        params: { id: from },
        body: { into, baseVersion: await versionOf(who, from), reason: 'The same' },
      });
    const apart = { body: { reason: 'Not the same' } };
    const separate = (who: Someone, of: string) =>
      api.as(who, endpoints.unmergeEntity, { params: { id: of }, ...apart });

    await api.refused(403, eve, endpoints.unmergeEntity, { params, ...apart });
    let ada = await day(2);
    await api.refused(404, ada, endpoints.unmergeEntity, { params, ...apart });
    await join(ada, 'northwind-card', id);
    await join(ada, id, 'granite-pool');
    const asked = { params, body: { baseVersion: 1, reason: 'Gone' } };
    const refusal = await api.refused(409, ada, endpoints.deleteEntity, asked);
    expect(refusal.message).toContain('merged into granite-pool');

    ada = await day(4);
    // The source goes on while they are one.
    await api.sync('list', [
      subject('nw', { proper_name: 'Northwind Exchange', entity_type: 'exchange', ticker: 'NW' }),
      subject('gp', { proper_name: 'Granite Pool', entity_type: 'mining_pool', ceo: 'Eve' }),
      subject('child', { proper_name: 'Northwind Card', entity_type: 'payment' }),
      attribution('nw', addressOf(1), { bo: 'Ada' }),
      attribution('gp', addressOf(2)),
    ]);
    const { data: change } = await separate(ada, id);
    expect(change).toMatchObject({ kind: 'unmerge', state: 'approved', entityId: id, into: 'granite-pool' });
    // Who looks at the other one finds it too.
    const { data: changes } = await api.as(ada, endpoints.listDirectoryChanges, {
      query: { entity: 'granite-pool' },
    });
    expect(changes.map((one) => one.id)).toContain(change.id);
    expect((await api.entity(ada, id)).entity).toMatchObject({
      entity_id: id,
      ticker: 'NW',
      ceo: null,
    });
    expect((await api.entity(ada, 'granite-pool')).entity).toMatchObject({ ceo: 'Eve', ticker: null });
    // What was joined with it before stays joined with it.
    expect(await api.entity(ada, 'northwind-card')).toMatchObject({
      mergedFrom: 'northwind-card',
      entity: { entity_id: id },
    });
    const owners = await api.as(ada, endpoints.attributeAddresses, {
      body: { addresses: [addressOf(1), addressOf(2)] },
    });
    expect(owners.data.map(({ entity_id }) => entity_id)).toEqual([id, 'granite-pool']);
    expect((await api.entity(ada, id, '2026-01-03')).entity.entity_id).toBe('granite-pool');
    expect((await api.entity(ada, id, '2026-01-01')).entity.entity_id).toBe(id);
    const history = await api.as(ada, endpoints.getEntityHistory, {
      params: { id: 'granite-pool' },
      query: { limit: 50 },
    });
    expect(history.data.filter(({ field }) => field === null)).toMatchObject([
      { before: [], after: [id], editor: 'Ada Tester' },
      { before: [id], after: [] },
    ]);
    await api.refused(404, ada, endpoints.unmergeEntity, { params, ...apart });

    // An entity takes those that were joined with it along; each of them can be brought back.
    ada = await day(6);
    await join(ada, id, 'granite-pool');
    await api.as(ada, endpoints.deleteEntity, {
      params: { id: 'granite-pool' },
      body: { baseVersion: await versionOf(ada, 'granite-pool'), reason: 'Gone' },
    });
    await api.refused(404, ada, endpoints.getEntity, { params });
    await separate(ada, 'northwind-card');
    await separate(ada, id);
    expect((await api.entity(ada, id)).entity.entity_id).toBe(id);
    expect((await api.entity(ada, 'northwind-card')).entity.entity_id).toBe('northwind-card');
    await api.refused(404, ada, endpoints.getEntity, { params: { id: 'granite-pool' } });
    await api.as(ada, endpoints.deleteEntity, {
      params,
      body: { baseVersion: await versionOf(ada, id), reason: 'Gone' },
    });
    await api.refused(404, ada, endpoints.getEntity, { params });
  });

  test('a separation waits for a second editor, and is refused where the entity was joined again meanwhile', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { ada, grace, approve } = await startEditing(api);
    const body = { into: 'granite-pool', baseVersion: 1, reason: 'The same' };
    await approve(grace, (await api.as(ada, endpoints.mergeEntities, { params, body })).data.id);
    const separate = async (who: Someone) =>
      (await api.as(who, endpoints.unmergeEntity, { params, body: { reason: 'Not the same' } })).data;
    const [first, second] = [await separate(ada), await separate(ada)];
    expect((await api.entity(ada, id)).mergedFrom).toBe(id);
    await api.refused(403, ada, endpoints.approveChange, { params: { changeId: first.id }, body: {} });
    await approve(grace, first.id);
    expect((await api.entity(ada, id)).mergedFrom).toBeNull();
    await api.refused(404, grace, endpoints.approveChange, { params: { changeId: second.id }, body: {} });
    const again = { ...body, baseVersion: (await api.entity(ada, id)).entity.version ?? 0 };
    await approve(grace, (await api.as(ada, endpoints.mergeEntities, { params, body: again })).data.id);
    const late = await api.refused(409, grace, endpoints.approveChange, {
      params: { changeId: second.id },
      body: {},
    });
    expect(late.code).toBe('conflict');
  });
});

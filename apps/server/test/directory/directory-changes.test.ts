import { type CallInput, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, attribution, subject } from '../support/servers/directory-source.ts';
import { statuses } from '../support/api/people-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

type Edit = CallInput<typeof endpoints.editEntity>['body'];
const id = 'northwind-exchange';
const params = { id };
const alone = { env: { DIRECTORY_FOUR_EYES: 'false' } };

async function start(api: DirectoryApi) {
  await api.sync('list', [
    subject('nw', {
      proper_name: 'Northwind Exchange',
      entity_type: 'exchange',
      ceo: 'Ada',
      entity_tag: ['cex', 'kyc', 'spot'],
      associate_country: ['DE', 'AT'],
      social_media_profile: 'https://social.example/nw',
    }),
    subject('gp', { proper_name: 'Granite Pool', entity_type: 'mining_pool', ceo: 'Eve' }),
    subject('child', { proper_name: 'Northwind Card', entity_type: 'payment', parent_id: id }),
    attribution('nw', addressOf(1), { bo: 'Ada' }),
    attribution('gp', addressOf(2)),
  ]);
  const ada = await api.editor('ada@example.org');
  const grace = await api.editor('grace@example.org');
  const eve = await api.someone('eve@example.org');
  const edit = async (who: Someone, body: Edit) =>
    (await api.as(who, endpoints.editEntity, { params, body })).data;
  const approve = async (who: Someone, changeId: string) =>
    (await api.as(who, endpoints.approveChange, { params: { changeId }, body: {} })).data;
  const entity = async (of = id) => (await api.entity(ada, of)).entity;
  const actions = async () =>
    (
      await api.rows<{ action: string }>(
        `select action from audit_log where action like 'directory.change%' order by sequence`,
      )
    ).map(({ action }) => action);
  return { ada, grace, eve, edit, approve, entity, actions };
}

describeWithDatabase('Changes of the directory', (databases) => {
  test('an editor’s change counts when another editor approves it; nobody approves their own', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { ada, grace, eve, edit, approve, entity, actions } = await start(api);
    const change = await edit(ada, { baseVersion: 1, ceo: 'Grace', dead: true, reason: 'Annual report' });
    expect(change).toMatchObject({
      kind: 'edit',
      state: 'pending',
      suggestion: false,
      entityName: 'Northwind Exchange',
      fields: [
        { field: 'ceo', before: ['Ada'], after: ['Grace'] },
        { field: 'dead', before: [], after: ['true'] },
      ],
      author: { id: ada.id, name: 'Ada Tester' },
      may: { approve: false, reject: false, withdraw: true },
    });
    expect((await entity()).ceo).toBe('Ada');
    const decide = { params: { changeId: change.id }, body: {} };
    await api.refused(403, ada, endpoints.approveChange, decide);
    await api.refused(404, eve, endpoints.approveChange, decide);
    const approved = await approve(grace, change.id);
    expect(approved).toMatchObject({ state: 'approved', release: 2, decidedBy: { id: grace.id } });
    expect(await entity()).toMatchObject({ ceo: 'Grace', dead: true, user: 'Ada Tester', version: 2 });
    await api.refused(409, grace, endpoints.approveChange, decide);
    expect(await actions()).toEqual(['directory.change_proposed', 'directory.change_approved']);
    const { data } = await api.as(ada, endpoints.getEntityHistory, { params, query: { limit: 2 } });
    expect(data.map(({ field, after, editor, source }) => [field, after, editor, source])).toEqual([
      ['ceo', ['Grace'], 'Ada Tester', 'editors'],
      ['dead', ['true'], 'Ada Tester', 'editors'],
    ]);
  });

  test('the editors’ word stays when sources say something else, until it is taken back', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, edit, entity } = await start(api);
    expect(await edit(ada, { baseVersion: 1, ceo: 'Grace', entity_tag2: null })).toMatchObject({
      state: 'approved',
      release: 2,
    });
    await api.sync('list', [
      subject('nw', {
        proper_name: 'Northwind Exchange',
        entity_type: 'exchange',
        ceo: 'Mallory',
        entity_tag: ['new'],
      }),
    ]);
    expect(await entity()).toMatchObject({
      ceo: 'Grace',
      entity_tag1: 'cex',
      entity_tag2: 'spot',
      entity_tag3: null,
    });
    const { version } = await entity();
    await edit(ada, { baseVersion: version, reset: ['ceo', 'entity_tag'] });
    expect(await entity()).toMatchObject({ ceo: 'Mallory', entity_tag1: 'new', entity_tag2: null });
    // An editor can say that there is none.
    const now = await entity();
    await edit(ada, { baseVersion: now.version, ceo: '', associate_country_1: 'ch' });
    expect(await entity()).toMatchObject({ ceo: null, associate_country_1: 'CH' });
    const field = (await api.entity(ada, id)).fields.find((each) => each.field === 'ceo');
    expect(field).toMatchObject({ values: [], rule: 'editor', conflict: true });
  });

  test('what counts already changes nothing; slots that are not given stay', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, edit, entity } = await start(api);
    const before = await entity();
    const same = await edit(ada, { baseVersion: 1, ceo: ' Ada ', entity_tag1: 'CEX', year_founded: null });
    expect(same).toMatchObject({ state: 'approved', release: null, fields: [] });
    expect(await entity()).toEqual(before);
    await edit(ada, { baseVersion: 1, associate_country_3: 'FR', social_media_profile_2: 'x.example/nw' });
    expect(await entity()).toMatchObject({
      associate_country_1: 'DE',
      associate_country_2: 'AT',
      associate_country_3: 'FR',
      social_media_profile: 'https://social.example/nw',
      social_media_profile_2: 'https://x.example/nw',
    });
  });

  test('two editors at once: the second is told, with both versions', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, grace, edit, entity } = await start(api);
    await edit(ada, { baseVersion: 1, ceo: 'Grace' });
    const body = { baseVersion: 1, ceo: 'Eve' };
    const problem = await api.refused(409, grace, endpoints.editEntity, { params, body });
    expect(problem).toMatchObject({
      code: 'changed_meanwhile',
      details: { base: { ceo: 'Ada', version: 1 }, current: { ceo: 'Grace', version: 2 } },
    });
    expect((await entity()).ceo).toBe('Grace');
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((ceo) =>
        api.answer(ada, endpoints.editEntity, { params, body: { baseVersion: 2, ceo } }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409, 409]);
  });

  test('two changes that wait: those of other fields are approved both, of the same field the first', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { ada, grace, edit, approve, entity } = await start(api);
    const first = await edit(ada, { baseVersion: 1, ceo: 'First' });
    const other = await edit(ada, { baseVersion: 1, ticker: 'NWX' });
    const second = await edit(ada, { baseVersion: 1, ceo: 'Second' });
    await approve(grace, first.id);
    await approve(grace, other.id);
    const refused = await api.refused(409, grace, endpoints.approveChange, {
      params: { changeId: second.id },
      body: {},
    });
    expect(refused).toMatchObject({ details: { base: { ceo: 'Ada' }, current: { ceo: 'First' } } });
    expect(await entity()).toMatchObject({ ceo: 'First', ticker: 'NWX' });
    const rejection = { params: { changeId: second.id }, body: { reason: 'Out of date' } };
    expect((await api.as(grace, endpoints.rejectChange, rejection)).data).toMatchObject({
      state: 'rejected',
      decisionReason: 'Out of date',
    });
  });

  test('anybody suggests a correction; it waits in the same queue, also without four eyes', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, eve, approve, entity, actions } = await start(api);
    const suggest = (body: CallInput<typeof endpoints.suggestCorrection>['body']) =>
      api.as(eve, endpoints.suggestCorrection, { params, body });
    const { data: change } = await suggest({ baseVersion: 1, ceo: 'Mallory', reason: 'See the site' });
    const { data: words } = await suggest({ baseVersion: 1, reason: 'The logo is out of date' });
    expect(change).toMatchObject({ state: 'pending', suggestion: true, may: { withdraw: true } });
    expect((await entity()).ceo).toBe('Ada');
    expect((await api.entity(ada, id)).pending).toBe(2);
    const list = async (who: Someone) =>
      api.as(who, endpoints.listDirectoryChanges, { query: { state: 'pending' } });
    expect(await list(ada)).toMatchObject({ total: 2, editor: true, fourEyes: false });
    expect(await list(eve)).toMatchObject({ total: 2, editor: false });
    expect((await list(await api.someone('other@example.org'))).total).toBe(0);
    await approve(ada, change.id);
    expect(await entity()).toMatchObject({ ceo: 'Mallory', user: 'Ada Tester' });
    const withdrawal = { params: { changeId: words.id } };
    await api.refused(403, ada, endpoints.withdrawChange, withdrawal);
    expect((await api.as(eve, endpoints.withdrawChange, withdrawal)).data.state).toBe('withdrawn');
    expect((await actions()).slice(-2)).toEqual(['directory.change_approved', 'directory.change_withdrawn']);
    await api.refused(400, eve, endpoints.suggestCorrection, {
      params,
      body: { baseVersion: 1, reason: ' ' },
    });
  });

  test('what is no value is refused with its field', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, entity } = await start(api);
    const before = await entity();
    const cases: [Edit, string][] = [
      [{ baseVersion: 1, url: 'javascript:alert(1)' }, 'url'],
      [{ baseVersion: 1, contact_email: 'x' }, 'contact_email'],
      [{ baseVersion: 1, year_founded: 12 }, 'year_founded'],
      [{ baseVersion: 1, proper_name: ' ' }, 'proper_name'],
      [{ baseVersion: 1, ceo: 'a\u0000b' }, 'ceo'],
      [{ baseVersion: 1, ceo: 'x'.repeat(301) }, 'ceo'],
      [{ baseVersion: 1, associate_country_1: 'Germany' }, 'associate_country_1'],
      [{ baseVersion: 1, parent_id: 'nobody' }, 'parent_id'],
      [{ baseVersion: 1, parent_id: id }, 'parent_id'],
      [{ baseVersion: 1, parent_id: 'northwind-card' }, 'parent_id'],
    ];
    for (const [body, field] of cases) {
      const { errors } = await api.refused(400, ada, endpoints.editEntity, { params, body });
      expect(errors?.[0]?.field).toBe(field);
    }
    expect(await entity()).toEqual(before);
  });

  test('entities are added and taken out; their history stays', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada, entity } = await start(api);
    const body = { proper_name: 'Northwind Exchange', entity_type: 'Exchange', entity_tag1: 'otc' };
    const made = (await api.as(ada, endpoints.createEntity, { body })).data;
    expect(made).toMatchObject({ kind: 'create', state: 'approved', entityId: `${id}-2` });
    expect(await entity(`${id}-2`)).toMatchObject({
      entity_type: 'exchange',
      entity_tag1: 'otc',
      user: 'Ada Tester',
    });
    const removal = { params, body: { baseVersion: 1, reason: 'It never was' } };
    expect((await api.as(ada, endpoints.deleteEntity, removal)).data.state).toBe('approved');
    await api.refused(404, ada, endpoints.getEntity, { params });
    const { data } = await api.as(ada, endpoints.attributeAddresses, { body: { addresses: [addressOf(1)] } });
    expect(data).toEqual([]);
    const list = await api.as(ada, endpoints.listEntities, {});
    expect(list.data.map(({ entity_id }) => entity_id)).not.toContain(id);
    // Sources that go on saying so do not bring it back.
    await api.sync('list', [subject('nw', { proper_name: 'Northwind Exchange', ceo: 'Zoe' })]);
    await api.refused(404, ada, endpoints.getEntity, { params });
  });

  test('attributions are added, corrected, ended; an editor’s no goes before every source', async () => {
    const api = await createDirectoryApi(await databases.empty(), alone);
    const { ada } = await start(api);
    const change = (action: 'add' | 'correct' | 'end', address: string, more: { bo?: string } = {}) => ({
      params,
      body: {
        action,
        blockchain: 'bitcoin' as const,
        address,
        confidence: 95,
        ref: 'https://example.org/proof',
        ...more,
      },
    });
    const whose = async (address: string) =>
      (await api.as(ada, endpoints.attributeAddresses, { body: { addresses: [address] } })).data[0];
    const made = (
      await api.as(ada, endpoints.changeAttribution, change('add', addressOf(7), { bo: 'Grace' }))
    ).data;
    expect(made).toMatchObject({
      state: 'approved',
      attribution: { action: 'add', address: addressOf(7), bo: 'Grace' },
    });
    expect(await whose(addressOf(7))).toMatchObject({
      entity_id: id,
      bo: 'Grace',
      source: 'editors',
      ref: 'https://example.org/proof',
    });
    await api.refused(409, ada, endpoints.changeAttribution, change('add', addressOf(7)));
    await api.as(ada, endpoints.changeAttribution, change('correct', addressOf(7), { bo: 'Ada' }));
    expect(await whose(addressOf(7))).toMatchObject({ bo: 'Ada' });
    await api.as(ada, endpoints.changeAttribution, change('end', addressOf(7)));
    expect(await whose(addressOf(7))).toBeUndefined();
    await api.refused(404, ada, endpoints.changeAttribution, change('end', addressOf(7)));
    // One of a source.
    await api.as(ada, endpoints.changeAttribution, change('end', addressOf(1)));
    expect(await whose(addressOf(1))).toBeUndefined();
    expect((await api.as(ada, endpoints.listEntityAddresses, { params })).total).toBe(0);
    await api.as(ada, endpoints.changeAttribution, change('add', addressOf(1)));
    expect(await whose(addressOf(1))).toMatchObject({ source: 'editors' });
    const labels = await api.rows<{ entity: string; n: number }>(
      'select entity, n from btc_label order by entity',
    );
    expect(labels).toEqual([
      { entity: 'granite-pool', n: 1 },
      { entity: id, n: 1 },
    ]);
    await api.refused(400, ada, endpoints.changeAttribution, change('add', 'nonsense'));
  });

  test('two entities are joined: addresses, names and links follow, and yesterday they were two', async () => {
    const api = await createDirectoryApi(await databases.empty(), { ...alone, start: Date.UTC(2026, 0, 1) });
    await start(api);
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
    const { eve } = await start(api);
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
    expect(refusal.message).toContain('joined with granite-pool');

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
    const { data: listed } = await api.as(ada, endpoints.listDirectoryChanges, {
      query: { entity: 'granite-pool' },
    });
    expect(listed.map((one) => one.id)).toContain(change.id);
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
    const { ada, grace, approve } = await start(api);
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

  test('the operator decides who edits', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { ada, eve } = await start(api);
    const operator = await api.operator();
    const editors = await api.as(operator, endpoints.listDirectoryEditors, {});
    expect(editors.data.map(({ email }) => email)).toEqual(['grace@example.org', 'ada@example.org']);
    const body = { baseVersion: 1, ceo: 'x' };
    await api.refused(403, eve, endpoints.editEntity, { params, body });
    await api.refused(403, operator, endpoints.editEntity, { params, body });
    await api.refused(403, eve, endpoints.addDirectoryEditor, { body: { email: eve.email } });
    await api.refused(404, operator, endpoints.addDirectoryEditor, { body: { email: 'nobody@example.org' } });
    await api.someone('new@example.org', { verified: false });
    await api.refused(409, operator, endpoints.addDirectoryEditor, { body: { email: 'new@example.org' } });
    await api.as(operator, endpoints.removeDirectoryEditor, { params: { userId: ada.id } });
    await api.refused(403, ada, endpoints.editEntity, { params, body });
    await api.refused(404, operator, endpoints.removeDirectoryEditor, { params: { userId: ada.id } });
    await api.refused(404, operator, endpoints.removeDirectoryEditor, { params: { userId: 'x' } });
    const actions = await api.rows<{ action: string }>(
      `select action from audit_log where action like 'directory.editor%' order by sequence`,
    );
    expect(actions.map(({ action }) => action.split('_')[1])).toEqual(['added', 'added', 'removed']);
  });
});

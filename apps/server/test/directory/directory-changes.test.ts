import { type CallInput, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { alone, northwind, startEditing } from '../support/api/directory-editing.ts';
import { addressOf, subject } from '../support/servers/directory-source.ts';
import { statuses } from '../support/api/people-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

const id = northwind;
const params = { id };

describeWithDatabase('Directory changes', (databases) => {
  test('an editor’s change counts when another editor approves it; nobody approves their own', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { ada, grace, eve, edit, approve, entity, actions } = await startEditing(api);
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
    const { ada, edit, entity } = await startEditing(api);
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
    const { ada, edit, entity } = await startEditing(api);
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
    const { ada, grace, edit, entity } = await startEditing(api);
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
    const { ada, grace, edit, approve, entity } = await startEditing(api);
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
    const { ada, eve, approve, entity, actions } = await startEditing(api);
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
    const { ada, entity } = await startEditing(api);
    const before = await entity();
    const cases: [CallInput<typeof endpoints.editEntity>['body'], string][] = [
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
    const { ada, entity } = await startEditing(api);
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
    const { ada } = await startEditing(api);
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

  test('the operator decides who edits', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { ada, eve } = await startEditing(api);
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

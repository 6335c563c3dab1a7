import { type CallInput, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { statuses } from '../support/api/people-api.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../support/api/teams-api.ts';

type NewNote = CallInput<typeof endpoints.createNote>['body'];

const bech32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const txid = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

async function start(api: TeamsApi) {
  const ada = await api.someone('ada@example.org');
  const grace = await api.someone('grace@example.org');
  const id = await api.found(ada);
  await api.enlist(ada, id, grace);
  const write = async (who: Someone, body: NewNote) =>
    (await api.as(who, endpoints.createNote, { params: { id }, body })).data;
  const list = async (query: CallInput<typeof endpoints.listNotes>['query'] = {}) =>
    api.as(ada, endpoints.listNotes, { params: { id }, query });
  return { ada, grace, id, write, list };
}

describeWithDatabase('Notes', (databases) => {
  //
  test('notes of an organization are seen by its members, newest first, with the name of who wrote them', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, grace, id, write, list } = await start(api);
    const first = await write(ada, { type: 'general', content: '  Read this\nfirst  ' });
    expect(first).toMatchObject({
      content: 'Read this\nfirst',
      type: 'general',
      transactionId: null,
      address: null,
      createdBy: ada.id,
      creatorName: 'Ada Tester',
      version: 1,
    });
    const second = await write(grace, {
      type: 'transaction',
      content: 'Odd',
      transactionId: txid.toUpperCase(),
    });
    expect(second.transactionId).toBe(txid);
    const third = await write(grace, { type: 'address', content: 'Mine', address: bech32.toUpperCase() });
    expect(third.address).toBe(bech32);
    expect(await list()).toMatchObject({ total: 3, data: [third, second, first] });
    expect((await list({ type: 'address' })).data).toEqual([third]);
    expect((await list({ page: 2, limit: 2 })).data).toEqual([first]);
    const params = { id, txId: txid };
    expect((await api.as(ada, endpoints.listTransactionNotes, { params })).data).toEqual([second]);
    expect(await api.audited(ada, id)).toEqual(expect.arrayContaining(['note.created']));
  });

  test('one address is one place however it is spelled', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, write } = await start(api);
    const spellings = [
      checksummed,
      checksummed.toLowerCase(),
      `0x${checksummed.slice(2).toUpperCase()}`,
      ` ${checksummed} `,
    ];
    for (const address of spellings) {
      expect((await write(ada, { type: 'address', content: 'Exchange', address })).address).toBe(checksummed);
    }
    for (const addr of [checksummed, checksummed.toLowerCase()]) {
      const found = await api.as(ada, endpoints.listAddressNotes, { params: { id, addr } });
      expect(found.total).toBe(4);
    }
    const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    await write(ada, { type: 'address', content: 'First', address: legacy });
    expect((await api.as(ada, endpoints.listAddressNotes, { params: { id, addr: legacy } })).total).toBe(1);
  });

  //
  test('what is no address, no transaction or no text is refused with the reason', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id } = await start(api);
    const refuse = (body: object) =>
      api.refused(400, ada, endpoints.createNote, { params: { id }, body: body as NewNote });
    const hostile = [
      '',
      'x',
      `${bech32.slice(0, -1)}x`,
      `${checksummed.slice(0, -1)}D`,
      "bc1' or 1=1 --",
      'bc1\0',
      '../../etc/passwd',
      '%',
      '\u202ebc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    ];
    for (const address of hostile) {
      expect((await refuse({ type: 'address', content: 'x', address })).code).toBe('invalid_address');
      if (address === '') continue;
      const params = { id, addr: address };
      expect((await api.refused(400, ada, endpoints.listAddressNotes, { params })).code).toBe(
        'invalid_address',
      );
    }
    for (const transactionId of ['', 'x', txid.slice(1), `${txid}0`, `${txid.slice(1)}g`]) {
      expect((await refuse({ type: 'transaction', content: 'x', transactionId })).code).toBe('invalid_hash');
    }
    for (const content of ['', '   \n\t ', 'a\0b', 'x'.repeat(10_001), 7, null]) {
      expect((await refuse({ type: 'general', content })).code).toBe('validation_failed');
    }
    for (const body of [
      { type: 'address', content: 'x' },
      { type: 'other', content: 'x' },
      { content: 'x' },
    ]) {
      expect((await refuse(body)).code).toBe('validation_failed');
    }
  });

  test('texts are kept as they are written, markup and all', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, write } = await start(api);
    for (const content of [
      '<script>alert(1)</script>',
      "'; drop table note; --",
      '🕵️ 李',
      'x'.repeat(10_000),
    ]) {
      expect((await write(ada, { type: 'general', content })).content).toBe(content);
    }
  });

  test('search takes %, _ and \\ for themselves, and case for nothing', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, write, list } = await start(api);
    for (const content of ['100% sure', '100 sure', 'a_b', 'aXb', 'back\\slash', 'Straße']) {
      await write(ada, { type: 'general', content });
    }
    const found = async (search: string) => (await list({ search })).data.map((note) => note.content);
    expect(await found('%')).toEqual(['100% sure']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('SURE')).toEqual(['100 sure', '100% sure']);
    expect(await found("' or true --")).toEqual([]);
    expect((await list({ search: '   ' })).total).toBe(6);
  });

  //
  test('only who wrote a note changes it, and what it said before is kept', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, grace, id, write } = await start(api);
    const { _id: noteId } = await write(grace, { type: 'general', content: 'One' });
    const params = { id, noteId };
    const change = (who: Someone, content: string) =>
      api.answer(who, endpoints.changeNote, { params, body: { content } });
    // Not even the owner.
    expect((await change(ada, 'Mine now')).statusCode).toBe(403);
    await api.refused(403, ada, endpoints.deleteNote, { params });
    expect((await change(grace, 'Two')).json()).toMatchObject({ data: { content: 'Two', version: 2 } });
    expect((await change(grace, 'Two')).json()).toMatchObject({ data: { version: 2 } });
    const answers = await Promise.all(['Three', 'Four', 'Five'].map((content) => change(grace, content)));
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const history = await api.as(ada, endpoints.getNoteHistory, { params });
    expect([history.total, history.data.map((text) => text.version)]).toEqual([5, [5, 4, 3, 2, 1]]);
    expect(history.data.slice(3).map((text) => text.content)).toEqual(['Two', 'One']);
    const rest = await api.as(ada, endpoints.getNoteHistory, { params, query: { page: 2, limit: 2 } });
    expect(rest.data).toEqual(history.data.slice(2, 4));
    expect((await api.audited(ada, id)).filter((action) => action === 'note.changed')).toHaveLength(4);
  });

  test('a deleted note is gone from every list and cannot be changed any more', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, write, list } = await start(api);
    const { _id: noteId } = await write(ada, { type: 'address', content: 'Bye', address: bech32 });
    const params = { id, noteId };
    await api.as(ada, endpoints.deleteNote, { params });
    expect((await list()).total).toBe(0);
    expect((await api.as(ada, endpoints.listAddressNotes, { params: { id, addr: bech32 } })).total).toBe(0);
    await api.refused(404, ada, endpoints.deleteNote, { params });
    await api.refused(404, ada, endpoints.changeNote, { params, body: { content: 'x' } });
    await api.refused(404, ada, endpoints.getNoteHistory, { params });
    await api.refused(404, ada, endpoints.deleteNote, { params: { id, noteId: 'x' } });
    expect(await api.rows('select content from note')).toEqual([{ content: 'Bye' }]);
  });

  test('notes of another organization are out of reach, by any id', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, write } = await start(api);
    const eve = await api.someone('eve@example.org');
    const own = await api.found(eve, 'Eves');
    const { _id: noteId, organizationId } = await write(ada, { type: 'general', content: 'Secret plan' });
    for (const id of [own, organizationId]) {
      const params = { id, noteId };
      await api.refused(404, eve, endpoints.changeNote, { params, body: { content: 'x' } });
      await api.refused(404, eve, endpoints.deleteNote, { params });
      await api.refused(404, eve, endpoints.getNoteHistory, { params });
    }
    expect((await api.as(eve, endpoints.listNotes, { params: { id: own } })).total).toBe(0);
    // A note of one's own stays one's own, but a membership that ended ends the way to it.
    expect(
      (await api.refused(404, eve, endpoints.listNotes, { params: { id: organizationId } })).message,
    ).toBe('Organization not found');
  });

  test('texts of notes stay out of the audit log, which would keep them for good', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, write } = await start(api);
    const { _id: noteId } = await write(ada, { type: 'general', content: 'Zanzibar' });
    await api.as(ada, endpoints.changeNote, { params: { id, noteId }, body: { content: 'Zanzibar again' } });
    await api.as(ada, endpoints.deleteNote, { params: { id, noteId } });
    const log = await api.as(ada, endpoints.listAuditLog, { params: { id } });
    expect(log.data.entries.slice(0, 3).map((entry) => entry.action)).toEqual([
      'note.deleted',
      'note.changed',
      'note.created',
    ]);
    expect(JSON.stringify(log)).not.toContain('Zanzibar');
  });
});

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import {
  apply,
  type CanvasNode,
  type Change,
  createReplica,
  documentDigest,
  documentOf,
  emptyDocument,
  propose,
  receive,
  type Replica,
  type Step,
  undo,
} from '@hopscope/canvas';
import { apiBase, endpoints, flowLinkHeader, type FlowRole } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeWithDatabase } from '../support/databases.ts';
import { startStreamServer } from '../support/servers/stream-server.ts';
import type { Tokens } from '../support/api/people-api.ts';
import { createTeamsApi, type Someone } from '../support/api/teams-api.ts';

const walletOf = (name: string, fields: Partial<CanvasNode> = {}): CanvasNode => ({
  kind: 'node',
  id: `bitcoin:${name}`,
  type: 'wallet',
  chain: 'bitcoin',
  address: name,
  label: '',
  x: 0,
  y: 0,
  color: null,
  traced: false,
  stop: null,
  group: null,
  profile: null,
  ...fields,
});
let made = 0;
const stepOf = (changes: Step['changes'], more: Partial<Step> = {}): Step => ({
  id: `step-${++made}`,
  author: 'nobody',
  time: 0,
  title: 'A step',
  changes,
  ...more,
});
const adds = (name: string): Step => stepOf([{ change: 'create', record: walletOf(name) }]);
const moves = (name: string, x: number): Step =>
  stepOf([{ change: 'set', kind: 'node', id: `bitcoin:${name}`, before: { x: 0 }, after: { x } }]);
const notes = (id: string, text: string): Step =>
  stepOf([
    { change: 'create', record: { kind: 'note', id, on: null, text, author: 'Somebody else', time: 1 } },
  ]);

describeWithDatabase('A FlowTrace document', (databases) => {
  test('keeps steps in one order, whoever sends them how often; every version comes back as it was', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: '  The case ' },
    });
    expect(data).toMatchObject({ title: 'The case', sequence: 0, records: 0, everybody: null, right: 'own' });
    const params = { id, documentId: data._id };
    const append = (base: number, steps: readonly Step[], who: Someone = ada) =>
      api.as(who, endpoints.appendFlowSteps, { params, body: { base, steps: steps as never } });
    const open = async () => (await api.as(ada, endpoints.getFlowDocument, { params })).data;

    const [first, second] = [adds('a'), adds('b')];
    const answer = await append(0, [first, second]);
    expect(answer.steps.map(({ sequence, step }) => [sequence, step.id])).toEqual([
      [1, first.id],
      [2, second.id],
    ]);
    expect(answer.steps[0]?.step).toMatchObject({ author: ada.id, time: Math.floor(api.clock / 1000) });
    // The answer was lost: sent again, nothing is doubled.
    expect((await append(0, [first, second])).sequence).toBe(2);
    // Several hundred steps, more than lie between two states that are kept.
    const many = Array.from({ length: 450 }, (_, i) => moves('a', i + 1));
    for (let at = 0; at < many.length; at += 150) await append(2 + at, many.slice(at, at + 150));
    expect(await api.rows('select sequence from flow_state order by sequence')).toEqual(
      [152, 302, 452].map((sequence) => ({ sequence })),
    );
    const document = await open();
    expect(document).toMatchObject({ sequence: 452, records: 2 });
    expect(document.digest).toBe(documentDigest(documentOf(document.content, emptyDocument)));
    let replayed = emptyDocument;
    for (const [at, step] of [first, second, ...many].entries()) {
      replayed = apply(replayed, step).document;
      if (![0, 1, 200, 301, 302, 440].includes(at)) continue;
      const version = await api.as(ada, endpoints.getFlowVersion, {
        params: { ...params, sequence: at + 1 },
      });
      expect(version.data).toMatchObject({ sequence: at + 1, digest: documentDigest(replayed) });
    }
    // Clients start with a stored state, and get the steps that they can undo.
    const { data: description } = await api.as(ada, endpoints.describeFlowDocument, { params });
    expect(description).toMatchObject({ sequence: 452, records: 2, base: 302, right: 'own' });
    for (const sequence of [302, 440]) {
      const place = `/organizations/${id}/flow-documents/${data._id}/versions/${sequence}/records`;
      const { rawPayload, headers } = await api.ask(place, { token: ada.accessToken });
      expect(headers['content-encoding']).toBe('gzip');
      const { digest } = (await api.as(ada, endpoints.getFlowVersion, { params: { ...params, sequence } }))
        .data;
      expect(createHash('sha256').update(gunzipSync(rawPayload)).digest('hex')).toBe(digest);
    }
    const log = await api.as(ada, endpoints.listFlowSteps, { params, query: { after: 450, limit: 10 } });
    expect(log.steps.map(({ sequence }) => sequence)).toEqual([451, 452]);
    for (const [path, status] of [
      ['versions/453', 404],
      ['versions/x', 400],
      ['versions/453/records', 404],
    ] as const) {
      const place = `/organizations/${id}/flow-documents/${data._id}/${path}`;
      expect((await api.ask(place, { token: ada.accessToken })).statusCode).toBe(status);
    }
    await api.refused(400, ada, endpoints.appendFlowSteps, { params, body: { base: 9999, steps: [] } });

    const named = await api.as(ada, endpoints.createFlowSnapshot, {
      params,
      body: { name: 'Before the weekend', sequence: 2 },
    });
    expect((await open()).snapshots).toMatchObject([{ name: 'Before the weekend', sequence: 2 }]);
    await api.as(ada, endpoints.deleteFlowSnapshot, { params: { ...params, snapshotId: named.data._id } });
    expect((await open()).snapshots).toEqual([]);
    const { data: trail } = await api.as(ada, endpoints.listAuditLog, {
      params: { id },
      query: { action: 'flow_document.steps_added' },
    });
    expect(trail.entries.map(({ after }) => after)).toMatchObject([
      { from: 303, to: 452 },
      { from: 153, to: 302 },
      { from: 3, to: 152 },
      { from: 1, to: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);

    await api.as(ada, endpoints.deleteFlowDocument, { params });
    await api.refused(404, ada, endpoints.getFlowDocument, { params });
    expect((await api.as(ada, endpoints.listFlowDocuments, { params: { id } })).total).toBe(0);
  });

  test('of large steps, the state is stored for whoever opens it; parts of an action are of one author', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: 'Large' },
    });
    const params = { id, documentId: data._id };
    const append = (base: number, steps: readonly Step[]) =>
      api.as(ada, endpoints.appendFlowSteps, { params, body: { base, steps: steps as never } });
    const wallets = (from: number) =>
      Array.from(
        { length: 9000 },
        (_, i): Change => ({
          change: 'create',
          record: walletOf(`w${from + i}`, { label: 'x'.repeat(300) }),
        }),
      );
    const first = stepOf(wallets(0));
    await append(0, [first]);
    await append(1, [stepOf(wallets(9000), { continues: first.id })]);
    await append(2, [stepOf(wallets(18_000), { continues: first.id })]);
    const describe = async () => (await api.as(ada, endpoints.describeFlowDocument, { params })).data;
    expect(await describe()).toMatchObject({ sequence: 3, records: 27_000, base: 0 });
    await append(3, [stepOf(wallets(27_000), { continues: first.id })]);
    // Two who open it at once wait for the same state.
    expect(await Promise.all([describe(), describe()])).toMatchObject([{ base: 4 }, { base: 4 }]);
    await append(4, [moves('w1', 5)]);
    expect(await describe()).toMatchObject({ sequence: 5, records: 36_000, base: 4 });
    await api.refused(400, ada, endpoints.appendFlowSteps, {
      params,
      body: { base: 5, steps: [stepOf([], { continues: 'unknown' })] as never },
    });
  }, 60_000);

  test('of two who write at once, both come to the same document, and each takes back only what is theirs', async () => {
    const api = await createTeamsApi(await databases.empty());
    const [ada, grace] = [await api.someone('ada@example.org'), await api.someone('grace@example.org')];
    const id = await api.found(ada);
    await api.enlist(ada, id, grace);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: 'Ours' },
    });
    const params = { id, documentId: data._id };
    const body = { everybody: 'edit' as const };
    await api.as(ada, endpoints.changeFlowDocument, { params, body });
    const editors = [ada, grace].map((who) => ({ who, replica: createReplica(emptyDocument, 0, who.id) }));
    const send = async (editor: { who: Someone; replica: Replica }): Promise<void> => {
      const { sequence: base, pending } = editor.replica;
      const answer = await api.as(editor.who, endpoints.appendFlowSteps, {
        params,
        body: { base, steps: pending as never },
      });
      editor.replica = receive(editor.replica, answer.steps);
    };
    const [one, two] = editors;
    if (!one || !two) throw new Error('There are two');
    one.replica = propose(one.replica, { ...adds('a'), author: ada.id });
    two.replica = propose(two.replica, { ...adds('b'), author: grace.id });
    await Promise.all(editors.map(send));
    one.replica = propose(one.replica, { ...moves('a', 5), author: ada.id });
    two.replica = propose(two.replica, { ...moves('a', 7), author: grace.id });
    await send(one);
    await send(two);
    one.replica = undo(one.replica, () => ({ id: 'undo-1', time: 1 }));
    await send(one);
    for (const editor of editors) await send(editor);
    const { data: opened } = await api.as(ada, endpoints.getFlowDocument, { params });
    for (const { replica } of editors) {
      expect(replica.pending).toEqual([]);
      expect(documentDigest(replica.view.document)).toBe(opened.digest);
    }
    // Ada's 5 had been overwritten: taking it back leaves what Grace wrote.
    expect(opened.content).toMatchObject([{ id: 'bitcoin:a', x: 7 }, { id: 'bitcoin:b' }]);
    const [, , mine] = (await api.as(ada, endpoints.listFlowSteps, { params })).steps;
    const stolen = stepOf([], { undoes: mine?.step.id ?? '' });
    await api.refused(mine?.step.author === ada.id ? 403 : 200, grace, endpoints.appendFlowSteps, {
      params,
      body: { base: 0, steps: [stolen] as never },
    });
  });
});

describeWithDatabase('Who may do what with a FlowTrace document', (databases) => {
  test('follows its roles and links; whoever may not see it is told that it is not there', async () => {
    const api = await createTeamsApi(await databases.empty());
    const [ada, grace, linus] = [
      await api.someone('ada@example.org'),
      await api.someone('grace@example.org'),
      await api.someone('linus@example.org'),
    ];
    const owner = await api.someone('owner@example.org');
    const id = await api.found(owner);
    for (const someone of [ada, grace]) await api.enlist(owner, id, someone);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: 'Mine' },
    });
    const params = { id, documentId: data._id };
    const append = (steps: readonly Step[]) => ({ params, body: { base: 0, steps: steps as never } });
    const share = (role: FlowRole | null) =>
      api.as(ada, endpoints.shareFlowDocument, { params: { ...params, userId: grace.id }, body: { role } });
    await api.as(ada, endpoints.appendFlowSteps, append([adds('a')]));

    await api.refused(404, grace, endpoints.getFlowDocument, { params });
    await api.refused(404, grace, endpoints.appendFlowSteps, append([]));
    expect((await api.as(grace, endpoints.listFlowDocuments, { params: { id } })).total).toBe(0);
    // Who answers for the organization owns what its people make.
    expect((await api.as(owner, endpoints.getFlowDocument, { params })).data.right).toBe('own');

    expect((await share('view')).data).toMatchObject([{ userId: grace.id, role: 'view' }]);
    expect((await api.as(grace, endpoints.getFlowDocument, { params })).data.right).toBe('view');
    expect((await api.as(grace, endpoints.listFlowDocuments, { params: { id } })).total).toBe(1);
    for (const steps of [[adds('b')], [notes('n', 'Odd')]])
      await api.refused(403, grace, endpoints.appendFlowSteps, append(steps));
    await share('comment');
    // One step that is not allowed, and nothing of the call counts.
    await api.refused(403, grace, endpoints.appendFlowSteps, append([notes('n', 'Odd'), adds('b')]));
    await api.as(grace, endpoints.appendFlowSteps, append([notes('n', 'Odd')]));
    const { content } = (await api.as(ada, endpoints.getFlowDocument, { params })).data;
    expect(content.find(({ kind }) => kind === 'note')).toMatchObject({
      text: 'Odd',
      time: Math.floor(api.clock / 1000),
      author: expect.not.stringContaining('else'),
    });
    await share('edit');
    await api.as(grace, endpoints.appendFlowSteps, append([adds('b')]));
    await api.refused(403, grace, endpoints.deleteFlowDocument, { params });
    await api.refused(403, grace, endpoints.changeFlowDocument, { params, body: { everybody: 'edit' } });
    await api.refused(403, grace, endpoints.createFlowLink, { params, body: { days: 1 } });
    await share(null);
    await api.refused(404, grace, endpoints.getFlowDocument, { params });
    await api.refused(404, ada, endpoints.shareFlowDocument, {
      params: { ...params, userId: linus.id },
      body: { role: 'view' },
    });

    const { token, _id: linkId } = (
      await api.as(ada, endpoints.createFlowLink, { params, body: { days: 2 } })
    ).data;
    const openBy = async (who: Tokens, link: string) => {
      const url = `/organizations/${id}/flow-documents/${params.documentId}`;
      return api.ask(url, { token: who.accessToken, headers: { [flowLinkHeader]: link } });
    };
    const opened = await openBy(grace, token);
    expect(opened.json()).toMatchObject({ data: { right: 'view' } });
    // Nothing in the address opens anything: logs keep addresses.
    const url = `/organizations/${id}/flow-documents/${params.documentId}?link=${token}`;
    expect((await api.ask(url, { token: grace.accessToken })).statusCode).toBe(404);
    expect((await openBy(grace, `${token}x`)).statusCode).toBe(404);
    expect((await openBy(linus, token)).statusCode).toBe(404);
    await api.as(ada, endpoints.revokeFlowLink, { params: { ...params, linkId } });
    expect((await openBy(grace, token)).statusCode).toBe(404);
    const second = await api.as(ada, endpoints.createFlowLink, { params, body: { days: 1 } });
    expect(JSON.stringify(await api.rows('select * from flow_link'))).not.toContain(second.data.token);
    api.clock += 25 * 3_600_000;
    const later = await api.logIn('grace@example.org');
    expect((await openBy(later, second.data.token)).statusCode).toBe(404);
  });

  test('what happens is told to all who have it open, from where each was; who may no longer look is told so', async () => {
    const server = await startStreamServer(await databases.empty());
    const call = async (method: string, path: string, body?: object, token = server.token) => {
      const answer = await fetch(`${server.base}${apiBase}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return z
        .looseObject({ data: z.looseObject({ _id: z.string() }).optional() })
        .parse(await answer.json());
    };
    const id = (await call('POST', '/organizations', { name: 'Harbour' })).data?._id ?? '';
    const place = `/organizations/${id}/flow-documents`;
    const documentId = (await call('POST', place, { title: 'Live' })).data?._id ?? '';
    const add = (steps: Step[]) => call('POST', `${place}/${documentId}/steps`, { base: 0, steps });
    await add([adds('a'), adds('b')]);
    const gone = new AbortController();
    const answer = await fetch(`${server.base}${apiBase}${place}/${documentId}/live?after=1&client=one`, {
      headers: { authorization: `Bearer ${server.token}` },
      signal: gone.signal,
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (what: RegExp): Promise<void> => {
      while (!what.test(text)) {
        const part = await reader?.read();
        if (!part || part.done) throw new Error(`The stream ended before ${String(what)}: ${text}`);
        text += part.value;
      }
    };
    await until(/id: 2\n/);
    expect(text).not.toContain('bitcoin:a"');
    await add([adds('c')]);
    await until(/id: 3\nevent: steps\n.*bitcoin:c/);
    const cursor = { client: 'two', x: 3, y: -4, selected: ['bitcoin:c'] };
    await call('POST', `${place}/${documentId}/cursor`, cursor);
    await until(/event: cursor\ndata: .*"client":"two","x":3,"y":-4/);
    // One's own cursor does not come back.
    await call('POST', `${place}/${documentId}/cursor`, { ...cursor, client: 'one', x: 99 });
    await call('DELETE', `${place}/${documentId}`);
    await until(/event: ended\n/);
    expect(text).not.toContain('"x":99');
    gone.abort();
  });
});

import { createHash } from 'node:crypto';
import { caseLimits, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { type Method, prepareCases } from '../support/api/cases-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
const nobody = '00000000-0000-4000-8000-000000000000';

describeWithDatabase('Cases', (databases) => {
  test('go through their statuses to a decision and are opened again by those who may; every change is one numbered row', async () => {
    const { api, ada, max, grace, tim, id, ask, create, get, timeline } = await prepareCases(databases);
    const made = await create(grace, { title: ' Mixer deposits ', priority: 'HIGH', assignedTo: grace.id });
    expect(made).toMatchObject({
      title: 'Mixer deposits',
      number: 1,
      status: 'UNDER_REVIEW',
      version: 1,
      assignedTo: { _id: grace.id },
      createdBy: { _id: grace.id },
      decision: null,
    });
    const change = (who: Someone, path: string, method: Method, payload: object) =>
      ask(who, `/${made._id}${path}`, { method, payload });
    const status = (who: Someone, payload: object) => change(who, '/status', 'PUT', payload);
    const assign = (who: Someone, assigneeId: string | null) =>
      change(who, '/assignee', 'PUT', { assigneeId });
    const decide = (who: Someone, more = {}) =>
      change(who, '/decision', 'POST', { outcome: 'REPORTED', reason: 'Layering', ...more });

    expect((await status(tim, { status: 'INVESTIGATION' })).status).toBe(403);
    expect((await status(grace, { status: 'CLOSED' })).message).toBe('Close the case with a decision');
    expect((await status(grace, { status: 'ESCALATED' })).message).toBe('Please enter a reason in a note');
    expect((await status(grace, { status: 'INVESTIGATION', version: 1 })).status).toBe(200);
    const late = await status(max, { status: 'PENDING_REVIEW', version: 1 });
    expect([late.status, late.current?.version, late.current?.status]).toEqual([409, 2, 'INVESTIGATION']);
    expect((await status(grace, { status: 'UNDER_REVIEW' })).status).toBe(409);
    expect((await status(grace, { status: 'ESCALATED', note: 'Too big for me' })).status).toBe(200);
    const back = await status(grace, { status: 'INVESTIGATION', note: 'Mine' });
    expect([back.status, back.message]).toEqual([403, 'Only a manager can do this']);
    expect((await assign(grace, tim.id)).status).toBe(403);
    expect((await assign(tim, tim.id)).message).toBe('This case is already assigned');
    expect((await assign(max, max.id)).data?.version).toBe(4);
    expect((await assign(max, max.id)).data?.version).toBe(4);
    expect((await decide(grace)).status).toBe(403);
    expect((await decide(max, { reason: ' ' })).status).toBe(400);
    expect((await decide(max)).data).toMatchObject({
      status: 'CLOSED',
      decision: { outcome: 'REPORTED', reason: 'Layering', by: { _id: max.id } },
    });
    for (const refused of [await decide(max), await change(ada, '', 'PATCH', { title: 'x' })]) {
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('is closed') });
    }
    expect((await assign(max, grace.id)).status).toBe(409);
    expect((await change(grace, '/reopening', 'POST', { reason: 'More' })).status).toBe(403);
    expect((await change(max, '/reopening', 'POST', {})).status).toBe(400);
    expect((await change(max, '/reopening', 'POST', { reason: 'More' })).status).toBe(200);
    expect((await change(max, '/reopening', 'POST', { reason: 'More' })).message).toBe('This case is open');

    const open = await get(made._id);
    expect(open).toMatchObject({ status: 'UNDER_REVIEW', decision: null, version: 6 });
    const remote = await timeline(made._id, tim);
    expect(remote.map(({ number, kind, by, note }) => [number, kind, by?._id, note])).toEqual([
      [1, 'created', grace.id, null],
      [2, 'status_changed', grace.id, null],
      [3, 'status_changed', grace.id, 'Too big for me'],
      [4, 'assigned', max.id, null],
      [5, 'decided', max.id, 'Layering'],
      [6, 'reopened', max.id, 'More'],
    ]);
    expect(remote[3]?.changes).toEqual([{ field: 'assignedTo', from: 'Ada Tester', to: 'Ada Tester' }]);
    const actions = (await api.audited(ada, id)).filter((action) => action.startsWith('case.'));
    expect(actions).toEqual([
      'case.created',
      'case.status_changed',
      'case.status_changed',
      'case.assigned',
      'case.decided',
      'case.reopened',
      'case.viewed',
    ]);
    expect((await api.context.audit.verify(id)).intact).toBe(true);
  });

  test('that were submitted or escalated are closed by somebody else who decides, and taken by those alone', async () => {
    const { ada, max, grace, ask, create } = await prepareCases(databases);
    const put = async (who: Someone, id: string, status: string) =>
      (await ask(who, `/${id}/status`, { method: 'PUT', payload: { status, note: 'See the report' } }))
        .status;
    const take = (who: Someone, id: string) =>
      ask(who, `/${id}/assignee`, { method: 'PUT', payload: { assigneeId: who.id } });
    const close = (who: Someone, id: string) =>
      ask(who, `/${id}/decision`, { payload: { outcome: 'NO_SUSPICION', reason: 'Explained' } });

    for (const status of ['ESCALATED', 'PENDING_REVIEW']) {
      const { _id: id } = await create(ada, { title: status });
      expect(await put(max, id, status)).toBe(200);
      const taken = await take(grace, id);
      expect([taken.status, taken.message]).toEqual([403, 'Only managers can take this case']);
      await ask(max, `/${id}/assignee`, { method: 'PUT', payload: { assigneeId: grace.id } });
      expect((await close(grace, id)).status).toBe(403);
      const own = await close(max, id);
      expect([own.status, own.message]).toEqual([
        403,
        `Only a manager other than the person who made it ${status.toLowerCase().replace('_', ' ')} can do this`,
      ]);
      expect((await close(ada, id)).data).toMatchObject({
        status: 'CLOSED',
        decision: { by: { _id: ada.id } },
      });
    }
    // One's own case, submitted for review.
    const { _id: mine } = await create(grace, { title: 'Mine', assignedTo: grace.id });
    expect(await put(grace, mine, 'PENDING_REVIEW')).toBe(200);
    expect((await close(grace, mine)).status).toBe(403);
    expect((await close(max, mine)).status).toBe(200);
  });

  test('hold transactions, addresses, notes and tasks; what is said of them changes with what was before', async () => {
    const { ada, grace, tim, eve, elsewhere, ask, create, get, timeline, put } =
      await prepareCases(databases);
    const [one, two, foreign] = [await put(), await put(), await put(elsewhere)];
    const made = await create(ada, { title: 'A case', transactionIds: [one], tags: ['x', 'x'] });
    expect([made.tags, made.transactions.map(({ _id }) => _id)]).toEqual([['x'], [one]]);
    const at = (path: string, payload?: object, method: Method = 'POST') =>
      ask(grace, `/${made._id}${path}`, { method, ...(payload && { payload }) });

    expect((await at('/transactions', { transactionIds: [two, foreign] })).status).toBe(404);
    expect((await at('/transactions', { transactionIds: [one, two, two] })).data?.counts.transactions).toBe(
      2,
    );
    expect((await at('/transactions', { transactionIds: [one] })).data?.version).toBe(2);
    expect((await at(`/transactions/${one}`, undefined, 'DELETE')).data?.counts.transactions).toBe(1);
    expect((await at(`/transactions/${one}`, undefined, 'DELETE')).status).toBe(404);

    const bitcoin = { address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', blockchain: 'bitcoin' };
    const ethereum = { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', blockchain: 'ethereum' };
    expect((await at('/addresses', { addresses: [bitcoin, { ...ethereum, address: '0x1' }] })).status).toBe(
      400,
    );
    const present = await at('/addresses', { addresses: [bitcoin, ethereum, ethereum] });
    expect(present.data?.addresses.map(({ address }) => address).toSorted()).toEqual([
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      bitcoin.address.toLowerCase(),
    ]);
    const first = present.data?.addresses[0]?._id ?? '';
    expect((await at(`/addresses/${first}`, undefined, 'DELETE')).data?.counts.addresses).toBe(1);

    expect((await at('/notes', { text: 'Asked the bank' })).data?.notes).toMatchObject([
      { text: 'Asked the bank', by: { _id: grace.id } },
    ]);
    for (const stranger of [eve.id, nobody]) {
      expect((await at('/tasks', { text: 'Call', assigneeId: stranger })).status).toBe(400);
    }
    const tasked = await at('/tasks', {
      text: 'Call',
      assigneeId: tim.id,
      dueAt: '2026-02-01T10:00:00+01:00',
    });
    const [task] = tasked.data?.tasks ?? [];
    expect(task).toMatchObject({ assignee: { _id: tim.id }, dueAt: '2026-02-01T09:00:00.000Z', done: false });
    const ofTask = `/tasks/${task?._id ?? ''}`;
    const decision = { outcome: 'NO_SUSPICION', reason: 'Fine' };
    const early = await ask(ada, `/${made._id}/decision`, { payload: decision });
    expect([early.status, early.message]).toEqual([409, expect.stringContaining('open tasks')]);
    expect((await at(ofTask, { done: true, version: 1 }, 'PATCH')).status).toBe(409);
    expect((await at(ofTask, { done: true, text: 'Call them' }, 'PATCH')).data?.tasks).toMatchObject([
      { text: 'Call them', done: true, doneBy: { _id: grace.id } },
    ]);
    const before = await get(made._id);
    expect((await at(ofTask, { done: true }, 'PATCH')).data?.version).toBe(before.version);
    expect((await at(ofTask, undefined, 'DELETE')).data?.tasks).toEqual([]);

    const fields = { priority: 'CRITICAL', tags: ['a', 'b'], dueAt: '2026-03-01T00:00:00Z', clientId: 'C-7' };
    expect((await at('', fields, 'PATCH')).data).toMatchObject({
      ...fields,
      dueAt: '2026-03-01T00:00:00.000Z',
      title: 'A case',
    });
    expect((await at('', { ...fields, title: '' }, 'PATCH')).message).toContain('Please enter a title');
    const remote = await timeline(made._id);
    expect(remote.map(({ kind }) => kind)).toEqual([
      'created',
      'transactions_added',
      'transaction_removed',
      'addresses_added',
      'address_removed',
      'note_added',
      'task_added',
      'task_changed',
      'task_removed',
      'changed',
    ]);
    expect(remote.map(({ number }) => number)).toEqual(remote.map((_, index) => index + 1));
    expect(remote.at(-1)?.changes[0]).toEqual({ field: 'priority', from: 'MEDIUM', to: 'CRITICAL' });
    expect(remote.at(5)?.note).toBe('Asked the bank');
    expect(remote.at(1)?.items).toEqual([{ id: two, name: (await get(made._id)).transactions[0]?.txId }]);
    for (const path of ['', '/timeline']) {
      expect((await ask(eve, `/${made._id}${path}`, { method: 'GET' })).status).toBe(404);
    }
    expect((await ask(eve, `/${made._id}/notes`, { payload: { text: 'x' } })).status).toBe(404);
  });

  test('keep evidence files as they came; what lies about its type is refused, what is removed leaves its hash', async () => {
    const { api, ada, max, grace, tim, id, ask, create, timeline, upload } = await prepareCases(databases);
    const made = await create(ada, { title: 'A case' });
    const big = Buffer.alloc(1_300_000, 'é1\n');
    const added = await upload(grace, made._id, '../Überweisung\u202e.TXT', big);
    expect([added.status, added.message]).toEqual([200, '']);
    const [file] = added.data?.evidence ?? [];
    const sha256 = createHash('sha256').update(big).digest('hex');
    expect(file).toMatchObject({
      name: 'Überweisung.txt',
      type: 'text/plain',
      size: big.length,
      sha256,
      addedBy: { _id: grace.id },
      removed: null,
    });
    const twin = await upload(ada, made._id, 'other.log', big);
    expect([twin.status, twin.message]).toEqual([409, 'This file is already in the case as Überweisung.txt']);
    const lies: [string, Buffer | string, string][] = [
      ['scan.pdf', png, 'scan.pdf is not a .pdf file: it is a PNG image'],
      ['note.txt', '<script>alert(1)</script>', 'note.txt is not a .txt file: it is a web page'],
      ['run.exe', Buffer.from('MZ\0'), 'run.exe cannot be added: it is a Windows program.'],
      ['empty.txt', '', 'The file is empty'],
    ];
    for (const [name, bytes, message] of lies) {
      const refused = await upload(grace, made._id, name, bytes);
      expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(message)]);
    }
    const huge = await upload(grace, made._id, 'a.txt', Buffer.alloc(caseLimits.fileBytes + 1, 97));
    expect(huge.status).toBe(413);

    const place = `/compliance/cases/${made._id}/evidence/${file?._id ?? ''}`;
    const take = (who: Someone) =>
      api.ask(place, { token: who.accessToken, headers: { 'x-organization-id': id } });
    const taken = await take(tim);
    expect(taken.rawPayload.equals(big)).toBe(true);
    expect(taken.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="Uberweisung.txt"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const remove = (who: Someone) =>
      ask(who, `/${made._id}/evidence/${file?._id ?? ''}`, {
        method: 'DELETE',
        payload: { reason: 'Another customer’s' },
      });
    expect((await remove(tim)).status).toBe(403);
    const removed = await remove(max);
    expect(removed.data?.counts.evidence).toBe(0);
    expect(removed.data?.evidence).toMatchObject([{ sha256, removed: { by: { _id: max.id } } }]);
    expect((await take(ada)).statusCode).toBe(410);
    expect((await remove(max)).status).toBe(410);
    expect(await api.rows('select part from case_evidence_part')).toEqual([]);
    expect((await upload(grace, made._id, 'again.txt', big)).data?.counts.evidence).toBe(1);
    const remote = await timeline(made._id);
    expect(remote.map(({ kind }) => kind)).toEqual([
      'created',
      'evidence_added',
      'evidence_removed',
      'evidence_added',
    ]);
    expect(remote[1]?.changes).toEqual([{ field: 'sha256', from: null, to: sha256 }]);
    expect((await api.audited(ada, id)).filter((each) => each === 'case.evidence_downloaded')).toHaveLength(
      1,
    );
  });
});

describeWithDatabase('Cases of an organization', (databases) => {
  test('show FlowTrace documents to those who may see them alone', async () => {
    const { api, ada, grace, tim, id, ask, create, get, timeline } = await prepareCases(databases);
    const made = await create(ada, { title: 'A case' });
    const trace = async (who: Someone, title: string) =>
      (await api.as(who, endpoints.createFlowDocument, { params: { id }, body: { title } })).data._id;
    const [hers, his] = [await trace(grace, 'Hers'), await trace(tim, 'His')];
    const link = (who: Someone, documentId: string) =>
      ask(who, `/${made._id}/documents`, { payload: { documentId } });
    expect((await link(grace, his)).status).toBe(404);
    expect((await link(grace, hers)).data?.documents).toMatchObject([{ documentId: hers, title: 'Hers' }]);
    expect((await link(tim, his)).data?.documents.map(({ title }) => title)).toEqual(['His']);
    expect((await get(made._id)).documents.map(({ title }) => title)).toEqual(['Hers', 'His']);
    const seen = (await timeline(made._id, tim)).map(({ items }) => items);
    expect(seen).toEqual([[], [], [{ id: his, name: 'His' }]]);
    const unlink = (who: Someone) => ask(who, `/${made._id}/documents/${hers}`, { method: 'DELETE' });
    expect((await unlink(tim)).status).toBe(404);
    expect((await unlink(grace)).data?.documents).toEqual([]);
  });

  test('are nobody’s again when somebody leaves, with the tasks that were theirs', async () => {
    const { api, ada, max, tim, timId, id, ask, create, get, timeline } = await prepareCases(databases);
    const pending = await api.someone('pending@example.org');
    await api.as(ada, endpoints.inviteMembers, { params: { id }, body: { emails: [pending.email] } });
    const theirs = await create(max, { title: 'Theirs', assignedTo: tim.id });
    const other = await create(max, { title: 'Other', assignedTo: max.id });
    const closed = await create(tim, { title: 'Closed', assignedTo: tim.id });
    const decision = { outcome: 'NO_SUSPICION', reason: 'Fine' };
    expect((await ask(tim, `/${closed._id}/decision`, { payload: decision })).status).toBe(200);
    for (const text of ['One', 'Two']) {
      await ask(max, `/${other._id}/tasks`, { payload: { text, assigneeId: tim.id } });
    }
    expect((await ask(tim, '', { payload: { title: 'x', assignedTo: max.id } })).status).toBe(403);
    const toPending = await ask(max, `/${theirs._id}/assignee`, {
      method: 'PUT',
      payload: { assigneeId: pending.id },
    });
    expect([toPending.status, toPending.message]).toEqual([400, expect.stringContaining('Pending members')]);
    await api.as(ada, endpoints.removeMember, { params: { id, memberId: timId } });
    expect([(await get(theirs._id)).assignedTo, (await get(theirs._id)).version]).toEqual([null, 2]);
    expect((await get(other._id)).tasks.map(({ assignee }) => assignee)).toEqual([null, null]);
    expect((await get(closed._id)).assignedTo?._id).toBe(tim.id);
    expect((await timeline(other._id)).at(-1)).toMatchObject({
      kind: 'assigned',
      by: null,
      note: 'The assignee left the organization',
      items: [{ name: 'One' }, { name: 'Two' }],
    });
    expect((await api.context.audit.verify(id)).intact).toBe(true);
  });

  test('are listed by filter and in order; of two decisions at once one counts', async () => {
    const { ada, max, ask, create, list, put } = await prepareCases(databases);
    const transaction = await put();
    const due = '2026-05-01T00:00:00Z';
    const one = await create(ada, { title: 'One 100%', priority: 'LOW', tags: ['mixer'], clientId: 'C-1' });
    const two = await create(ada, { title: 'Two', priority: 'CRITICAL', dueAt: due, assignedTo: max.id });
    const three = await create(ada, { title: 'Three', transactionIds: [transaction] });
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    await ask(ada, `/${one._id}/addresses`, { payload: { addresses: [{ address, blockchain: 'bitcoin' }] } });
    const numbers = async (query: Parameters<typeof list>[0]) =>
      (await list(query)).data.map(({ number }) => number);
    expect(await numbers({})).toEqual([1, 3, 2]);
    expect(await numbers({ sortBy: 'createdAt', sortOrder: 'asc', limit: 2, page: 2 })).toEqual([3]);
    expect(await numbers({ sortBy: 'priority' })).toEqual([2, 3, 1]);
    expect(await numbers({ sortBy: 'dueAt', sortOrder: 'asc' })).toEqual([2, ...[1, 3].toSorted(byId)]);
    expect(await numbers({ tag: 'mixer' })).toEqual([1]);
    expect(await numbers({ clientId: 'C-1' })).toEqual([1]);
    expect(await numbers({ priority: 'CRITICAL', assignedTo: max.id })).toEqual([2]);
    expect(await numbers({ transactionId: transaction })).toEqual([3]);
    expect(await numbers({ dueBefore: '2026-06-01T00:00:00Z' })).toEqual([2]);
    expect(await numbers({ search: '#3' })).toEqual([3]);
    expect(await numbers({ search: '0%' })).toEqual([1]);
    expect(await numbers({ search: address.toUpperCase() })).toEqual([1]);
    expect((await list({ search: 'T' })).data.find(({ number }) => number === 3)?.counts.transactions).toBe(
      1,
    );
    const decide = (who: Someone, outcome: string) =>
      ask(who, `/${two._id}/decision`, { payload: { outcome, reason: 'So', version: two.version } });
    const both = await Promise.all([decide(ada, 'REPORTED'), decide(max, 'NO_SUSPICION')]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await numbers({ group: 'closed' })).toEqual([2]);
    expect(await numbers({ group: 'open', status: 'CLOSED' })).toEqual([]);
    expect(await numbers({ dueBefore: '2026-06-01T00:00:00Z' })).toEqual([]);

    function byId(a: number, b: number): number {
      const ids: Record<number, string> = { 1: one._id, 3: three._id };
      return (ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1;
    }
  });
});

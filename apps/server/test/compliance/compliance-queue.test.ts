import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { insertTransaction, type InsertedTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

const hour = 3_600_000;
const never = new AbortController().signal;

/** Ada's organization: Max and Mia are managers, Grace and Tim team members. */
async function prepare(databases: TestDatabases) {
  const api = await createDirectoryApi(await databases.empty());
  const named = (name: string): Promise<Someone> => api.someone(`${name}@example.org`);
  const ada = await named('ada');
  const [max, mia, grace, tim] = [
    await named('max'),
    await named('mia'),
    await named('grace'),
    await named('tim'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  await api.enlist(ada, id, max, 'manager');
  await api.enlist(ada, id, mia, 'manager');
  await api.enlist(ada, id, grace);
  const timId = await api.enlist(ada, id, tim);
  const put = (given: Omit<InsertedTransaction, 'organizationId'> = {}) =>
    insertTransaction(api, { organizationId: id, ...given });
  const call = async (
    who: Someone,
    method: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const headers = { 'x-organization-id': id };
    const url = `/compliance${path}`;
    const answer = await api.ask(url, {
      method,
      token: who.accessToken,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.body };
  };
  const get = async (transactionId: string, who = ada) =>
    (await api.within(id, who, endpoints.getComplianceTransaction, { params: { id: transactionId } })).data;
  const list = (query: Record<string, string | number> = {}, who = ada) =>
    api.within(id, who, endpoints.listComplianceTransactions, { query });
  const counts = async (who = ada) =>
    (await api.within(id, who, endpoints.countComplianceTransactions, {})).data;
  const set = (settings: object) =>
    api.as(ada, endpoints.updateOrganization, { params: { id }, body: { settings } });
  return { api, ada, max, mia, grace, tim, timId, id, put, call, get, list, counts, set };
}

describeWithDatabase('The reviewers’ queue', (databases) => {
  test('a decision from a risk score or worth on waits for a second person, who is a manager and not the first', async () => {
    const { api, ada, max, mia, grace, id, put, call, get, list, counts, set } = await prepare(databases);
    const inHand = { status: 'IN_REVIEW', reviewerId: grace.id } as const;
    const [risky, calm, unknown] = [
      await put({ ...inHand, score: 80 }),
      await put({ ...inHand, score: 79 }),
      await put({ ...inHand, score: null }),
    ];
    await set({ approvalRiskScore: 80 });
    const decide = (who: Someone, transaction: string, body: object) =>
      call(who, 'PUT', `/transactions/${transaction}/status`, body);
    const answer = (who: Someone, transaction: string, body: object) =>
      call(who, 'PUT', `/transactions/${transaction}/proposal`, body);

    expect((await decide(grace, calm, { status: 'APPROVED' })).status).toBe(200);
    expect(await get(calm)).toMatchObject({ status: 'APPROVED', proposal: null });
    // What nobody could score is not below the threshold.
    expect((await decide(grace, unknown, { status: 'CLOSED_WITH_NOTE', note: 'Fine' })).status).toBe(200);
    expect(await get(unknown)).toMatchObject({
      status: 'IN_REVIEW',
      proposal: { status: 'CLOSED_WITH_NOTE', by: { _id: grace.id }, note: 'Fine' },
    });
    expect((await decide(grace, risky, { status: 'CLOSED_WITH_SAR' })).status).toBe(400);
    expect((await decide(grace, risky, { status: 'APPROVED' })).status).toBe(200);
    // Proposing the same again changes nothing.
    expect((await decide(grace, risky, { status: 'APPROVED' })).status).toBe(200);
    expect((await decide(max, risky, { status: 'APPROVED' })).status).toBe(409);
    expect(await counts()).toMatchObject({ active: 2, archived: 1, approvals: 2 });
    expect((await list({ queue: 'approval' })).total).toBe(2);
    expect(await list({ queue: 'open' })).toMatchObject({
      total: 1,
      data: { transactions: [{ _id: calm }] },
    });

    expect((await answer(grace, risky, { confirm: true })).status).toBe(403);
    const { version } = await get(risky);
    expect((await answer(max, risky, { confirm: false, version })).status).toBe(400);
    expect((await answer(max, risky, { confirm: false, note: 'Look again', version })).status).toBe(200);
    expect(await get(risky)).toMatchObject({ status: 'IN_REVIEW', proposal: null, reviewerId: grace.id });
    expect((await answer(max, risky, { confirm: true })).status).toBe(409);

    expect((await decide(max, risky, { status: 'CLOSED_WITH_SAR', sarReport: 'R-7' })).status).toBe(200);
    expect((await answer(max, risky, { confirm: true })).status).toBe(403);
    const now = (await get(risky)).version;
    const both = await Promise.all([
      answer(mia, risky, { confirm: true, version: now }),
      answer(ada, risky, { confirm: false, note: 'No', version: now }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    if ((await get(risky)).status === 'IN_REVIEW') {
      await decide(max, risky, { status: 'CLOSED_WITH_SAR', sarReport: 'R-7' });
      expect((await answer(mia, risky, { confirm: true })).status).toBe(200);
    }
    const done = await get(risky);
    expect(done).toMatchObject({
      status: 'CLOSED_WITH_SAR',
      sarReport: 'R-7',
      approvedBy: { _id: mia.id },
      proposal: null,
    });
    const remote = done.events.map(({ kind, by }) => [kind, by?._id]);
    expect(remote).toContainEqual(['proposed', max.id]);
    expect(remote.at(-1)).toEqual(['status', mia.id]);
    const audited = await api.audited(ada, id);
    expect(audited).toContain('compliance_transaction.proposed');
    expect(audited).toContain('compliance_transaction.proposal_rejected');
  });

  test('at or above the risk threshold an approval needs a reason, and a second person unless the organization says otherwise', async () => {
    const { max, grace, put, call, get, set } = await prepare(databases);
    const over = { status: 'IN_REVIEW', reviewerId: grace.id, score: 95, overThreshold: true } as const;
    const [first, second, reported] = [await put(over), await put(over), await put(over)];
    const decide = (who: Someone, transaction: string, body: object) =>
      call(who, 'PUT', `/transactions/${transaction}/status`, body);
    const bare = await decide(grace, first, { status: 'APPROVED' });
    expect([bare.status, bare.body]).toEqual([
      400,
      expect.stringContaining('Please enter a reason in a note'),
    ]);
    expect((await decide(grace, first, { status: 'APPROVED', note: 'License checked' })).status).toBe(200);
    expect(await get(first)).toMatchObject({
      status: 'IN_REVIEW',
      proposal: { status: 'APPROVED', note: 'License checked', by: { _id: grace.id } },
    });
    expect((await call(max, 'PUT', `/transactions/${first}/proposal`, { confirm: true })).status).toBe(200);
    expect(await get(first)).toMatchObject({ status: 'APPROVED', approvedBy: { _id: max.id } });
    // A report has its own signers.
    expect((await decide(grace, reported, { status: 'CLOSED_WITH_SAR', sarReport: 'R-9' })).status).toBe(200);
    expect((await get(reported)).status).toBe('CLOSED_WITH_SAR');
    await set({ approvalOverThreshold: false });
    expect((await decide(grace, second, { status: 'APPROVED' })).status).toBe(400);
    expect((await decide(grace, second, { status: 'APPROVED', note: 'License checked' })).status).toBe(200);
    expect(await get(second)).toMatchObject({ status: 'APPROVED', approvedBy: { _id: grace.id } });
  });

  test('the worth asks for a second person too; taking, giving and holding take a proposal back', async () => {
    const { api, max, grace, tim, put, call, get, set } = await prepare(databases);
    await set({ approvalRiskScore: null, approvalAmount: 1000 });
    const inHand = { status: 'IN_REVIEW', reviewerId: grace.id, score: 1 } as const;
    const worth = async (cents: number | null) => {
      const one = await put(inHand);
      await api.rows('update compliance_transaction set usd_cents = $2 where id = $1', [one, cents]);
      return one;
    };
    const [small, large, none] = [await worth(99_999), await worth(100_000), await worth(null)];
    const approve = (one: string, who = grace) =>
      call(who, 'PUT', `/transactions/${one}/status`, { status: 'APPROVED' });
    for (const one of [small, large, none]) expect((await approve(one)).status).toBe(200);
    expect((await get(small)).status).toBe('APPROVED');
    expect((await get(large)).proposal).not.toBeNull();
    expect((await get(none)).proposal).not.toBeNull();
    expect((await call(grace, 'PUT', `/transactions/${large}/status`, { status: 'HOLD' })).status).toBe(200);
    expect(await get(large)).toMatchObject({ status: 'HOLD', proposal: null });
    expect((await call(max, 'PUT', `/transactions/${none}/assignee`, { assigneeId: tim.id })).status).toBe(
      200,
    );
    expect(await get(none)).toMatchObject({ status: 'IN_REVIEW', proposal: null, reviewerId: tim.id });
    // A manager approves what nobody has: it waits as well, and nobody is given it meanwhile.
    const free = await put({ score: 1 });
    expect((await approve(free, max)).status).toBe(200);
    expect(await get(free)).toMatchObject({ status: 'UNASSIGNED', proposal: { by: { _id: max.id } } });
    expect((await call(tim, 'POST', '/transactions/next', {})).body).toContain('"data":null');
  });

  test('what is snoozed leaves the queue until its end, until somebody wakes it, or until something about it changes', async () => {
    const { api, ada, max, grace, tim, id, put, call, get, list, counts } = await prepare(databases);
    const inHand = { status: 'IN_REVIEW', reviewerId: grace.id, score: 50 } as const;
    const [ended, woken, scored, free] = [
      await put(inHand),
      await put(inHand),
      await put(inHand),
      await put(),
    ];
    const until = (ms: number) => new Date(api.clock + ms).toISOString();
    const inAnHour = until(hour);
    const snooze = (who: Someone, one: string, end = inAnHour) =>
      call(who, 'PUT', `/transactions/${one}/snooze`, { until: end, reason: 'Asked the client' });

    expect((await snooze(tim, ended)).status).toBe(403);
    expect((await snooze(grace, free)).status).toBe(409);
    expect((await snooze(grace, ended, until(-hour))).status).toBe(400);
    expect((await snooze(grace, ended, until(91 * 24 * hour))).status).toBe(400);
    expect((await call(grace, 'PUT', `/transactions/${ended}/snooze`, { until: until(hour) })).status).toBe(
      400,
    );
    for (const one of [ended, woken, scored]) expect((await snooze(grace, one)).status).toBe(200);
    expect((await get(ended)).snooze).toMatchObject({
      until: inAnHour,
      by: { _id: grace.id },
      reason: 'Asked the client',
    });
    expect(await counts()).toMatchObject({ active: 3, snoozed: 3 });
    expect((await list({ group: 'active', queue: 'open' })).total).toBe(0);
    expect((await list({ queue: 'snoozed' })).total).toBe(3);

    expect((await call(max, 'DELETE', `/transactions/${woken}/snooze`)).status).toBe(200);
    expect((await call(max, 'DELETE', `/transactions/${woken}/snooze`)).status).toBe(409);
    await api.rows(`update compliance_transaction set risk_score = 91, risk_level = 'high' where id = $1`, [
      scored,
    ]);
    expect((await get(scored)).snooze).toBeNull();
    // What changes nothing about it does not wake it.
    await api.rows('update compliance_transaction set due_at = now() where id = $1', [ended]);
    await api.context.snoozes.wakeEnded(never);
    expect((await get(ended)).snooze).not.toBeNull();
    api.clock += hour;
    await api.context.snoozes.wakeEnded(never);
    const later = { ...ada, ...(await api.logIn(ada.email)) };
    const back = await get(ended, later);
    expect(back).toMatchObject({ snooze: null, status: 'IN_REVIEW', reviewerId: grace.id });
    expect(back.events.map(({ kind, by }) => [kind, by?._id])).toEqual([
      ['confirmed', undefined],
      ['snoozed', grace.id],
      ['woken', undefined],
    ]);
    expect(
      (await api.audited(later, id))
        .filter((action) => action.startsWith('compliance_transaction.'))
        .toSorted(),
    ).toContain('compliance_transaction.snoozed');
  });

  test('new transactions are given to whoever has the fewest open among those who take part, and nobody else', async () => {
    const { api, ada, max, grace, tim, timId, id, put, call, get, set } = await prepare(databases);
    const older = await put({ score: 90, overThreshold: true });
    const setAutoAssign = (who: Someone, userId: string, autoAssign: boolean) =>
      call(who, 'PUT', `/reviewers/${userId}`, { autoAssign });
    expect((await setAutoAssign(grace, grace.id, true)).status).toBe(403);
    expect((await setAutoAssign(max, '00000000-0000-4000-8000-000000000000', true)).status).toBe(404);
    await set({ autoAssign: 'over_threshold' });
    const given = async (one: string) => (await get(one)).reviewerId;
    const put1 = () => put({ score: 90, overThreshold: true });
    const nobody = await put1();
    await api.context.autoAssignment.giveNew(never);
    expect(await given(nobody)).toBeNull();

    expect((await setAutoAssign(max, grace.id, true)).status).toBe(200);
    expect((await setAutoAssign(max, tim.id, true)).status).toBe(200);
    await put({ status: 'IN_REVIEW', reviewerId: grace.id });
    const low = await put({ score: 10 });
    const below = await put({ score: 90, overThreshold: true, belowThreshold: true });
    const screened = await put({ score: 90, overThreshold: true, due: true });
    // Grace has one open: Tim is given two, then both in turn.
    const more = [nobody, await put1(), await put1(), await put1()];
    await Promise.all([api.context.autoAssignment.giveNew(never), api.context.autoAssignment.giveNew(never)]);
    const holders = await Promise.all(more.map(given));
    expect(holders.filter((each) => each === tim.id)).toHaveLength(2);
    expect(holders.filter((each) => each === grace.id)).toHaveLength(2);
    expect(holders[0]).toBe(tim.id);
    for (const one of [older, low, below, screened]) expect([one, await given(one)]).toEqual([one, null]);
    const [first = ''] = more;
    expect(await get(first)).toMatchObject({ status: 'IN_REVIEW' });
    expect((await get(first)).events.map(({ kind, by, note }) => [kind, by, note])).toEqual([
      ['confirmed', null, null],
      ['assignee', null, null],
      ['status', null, 'Assigned automatically'],
    ]);
    const { data } = await api.within(id, ada, endpoints.listComplianceReviewers, {});
    expect(data.map(({ userId, autoAssign, open }) => [userId, autoAssign, open]).slice(0, 2)).toEqual([
      [grace.id, true, 3],
      [tim.id, true, 2],
    ]);

    // What somebody gave back is not given again by itself, and who left is given nothing.
    const back = { status: 'UNASSIGNED', note: 'Not mine' };
    expect((await call(tim, 'PUT', `/transactions/${first}/status`, back)).status).toBe(200);
    await api.as(ada, endpoints.removeMember, { params: { id, memberId: timId } });
    await set({ autoAssign: 'all' });
    const [last, plain] = [await put1(), await put({ score: null })];
    await api.context.autoAssignment.giveNew(never);
    expect(await given(first)).toBeNull();
    expect([await given(last), await given(plain), await given(low)]).toEqual([grace.id, grace.id, grace.id]);
    await set({ autoAssign: 'off' });
    const off = await put1();
    await api.context.autoAssignment.giveNew(never);
    expect(await given(off)).toBeNull();
    expect(await api.audited(ada, id)).toContain('compliance_reviewer.changed');
  });

  test('filters are saved for oneself, shared by managers, renamed on the version that was seen, and deleted', async () => {
    const { api, max, grace, tim, id, call } = await prepare(databases);
    const save = (who: Someone, body: object) => call(who, 'POST', '/filters', body);
    const transactionsOf = async (who: Someone) =>
      (await api.within(id, who, endpoints.listComplianceFilters, {})).data;
    const search = { tab: 'active', risk: 'high', sort: 'riskScores.desc', limit: 50 };
    expect((await save(grace, { name: '', search })).status).toBe(400);
    expect((await save(grace, { name: 'x', search: { risk: { not: 'flat' } } })).status).toBe(400);
    expect((await save(grace, { name: 'Ours', search, shared: true })).status).toBe(403);
    expect((await save(grace, { name: 'Mine', search })).status).toBe(201);
    expect((await save(max, { name: 'Ours', search, shared: true })).status).toBe(201);
    expect(await transactionsOf(grace)).toMatchObject([
      { name: 'Mine', search, shared: false, editable: true, owner: { _id: grace.id } },
      { name: 'Ours', search, shared: true, editable: false, owner: { _id: max.id } },
    ]);
    expect((await transactionsOf(tim)).map(({ name }) => name)).toEqual(['Ours']);
    const [mine, ours] = await transactionsOf(grace);
    const change = (who: Someone, filter: string | undefined, body: object) =>
      call(who, 'PATCH', `/filters/${filter}`, body);
    expect((await change(tim, mine?._id, { name: 'Stolen' })).status).toBe(404);
    expect((await change(grace, ours?._id, { name: 'Stolen' })).status).toBe(403);
    expect((await change(grace, mine?._id, { shared: true })).status).toBe(403);
    expect((await change(grace, mine?._id, { name: 'First', version: 1 })).status).toBe(200);
    const late = await change(grace, mine?._id, { name: 'Second', version: 1 });
    expect([late.status, late.body]).toEqual([409, expect.stringContaining('changed_meanwhile')]);
    expect((await call(tim, 'DELETE', `/filters/${ours?._id}`)).status).toBe(403);
    expect((await call(max, 'DELETE', `/filters/${ours?._id}`)).status).toBe(200);
    expect((await call(max, 'DELETE', `/filters/${ours?._id}`)).status).toBe(404);
    expect((await transactionsOf(grace)).map(({ name }) => name)).toEqual(['First']);
    for (let n = 1; n < 50; n += 1) expect((await save(grace, { name: `F${n}`, search })).status).toBe(201);
    expect((await save(grace, { name: 'One more', search })).status).toBe(409);
  });
});

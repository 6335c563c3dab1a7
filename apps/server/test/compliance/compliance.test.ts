import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { password } from '../support/api/api-client.ts';
import { insertTransaction, type InsertedTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

type Answer = { status: number; body: string };

/** An organization of four, somebody elsewhere, and calls in their names. */
async function prepare(databases: TestDatabases) {
  const api = await createDirectoryApi(await databases.empty());
  const named = (name: string): Promise<Someone> => api.someone(`${name}@example.org`);
  const [ada, max, grace, tim, eve] = [
    await named('ada'),
    await named('max'),
    await named('grace'),
    await named('tim'),
    await named('eve'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  await api.enlist(ada, id, max, 'manager');
  await api.enlist(ada, id, grace);
  const timId = await api.enlist(ada, id, tim);
  const elsewhere = await api.found(eve, 'Elsewhere');
  const put = (given: Omit<InsertedTransaction, 'organizationId'> = {}) =>
    insertTransaction(api, { organizationId: id, ...given });
  const send = async (who: Someone, path: string, payload: object): Promise<Answer> => {
    const method = path.endsWith('/next') || path.includes('/bulk/') ? 'POST' : 'PUT';
    const headers = { 'x-organization-id': id };
    const url = `/compliance/transactions${path}`;
    const answer = await api.ask(url, { method, token: who.accessToken, headers, payload });
    return { status: answer.statusCode, body: answer.body };
  };
  const get = async (transactionId: string, who = ada) =>
    (await api.within(id, who, endpoints.getComplianceTransaction, { params: { id: transactionId } })).data;
  const list = (query: Record<string, string | number> = {}, who = ada) =>
    api.within(id, who, endpoints.listComplianceTransactions, { query });
  const counts = async (who = ada) =>
    (await api.within(id, who, endpoints.countComplianceTransactions, {})).data;
  return { api, ada, max, grace, tim, timId, eve, id, elsewhere, put, send, get, list, counts };
}

const hour = 3_600_000;

describeWithDatabase('Compliance transactions', (databases) => {
  //
  test('are assigned, taken, decided and opened again by those who may; every step is told', async () => {
    const { api, ada, max, grace, tim, id, put, send, get } = await prepare(databases);
    const one = await put({ score: 85, overThreshold: true });
    const status = (who: Someone, body: object) => send(who, `/${one}/status`, body);
    const assign = (who: Someone, assigneeId: string, version?: number) =>
      send(who, `/${one}/assignee`, { assigneeId, ...(version !== undefined && { version }) });

    expect((await assign(grace, tim.id)).status).toBe(403);
    expect((await assign(grace, grace.id, 1)).status).toBe(200);
    expect(await get(one)).toMatchObject({ status: 'IN_REVIEW', reviewerId: grace.id, version: 2 });
    expect((await assign(tim, tim.id)).status).toBe(409);
    const late = await assign(max, tim.id, 1);
    expect([late.status, late.body]).toEqual([409, expect.stringContaining('changed_meanwhile')]);
    expect(JSON.parse(late.body)).toMatchObject({ details: { current: { _id: one, version: 2 } } });
    expect((await assign(max, tim.id, 2)).status).toBe(200);
    expect((await assign(max, tim.id, 3)).status).toBe(200);
    expect((await get(one)).version).toBe(3);

    expect((await status(grace, { status: 'HOLD' })).status).toBe(403);
    expect((await status(tim, { status: 'IN_REVIEW' })).status).toBe(200);
    expect((await get(one)).version).toBe(3);
    expect((await status(tim, { status: 'CLOSED_WITH_NOTE' })).body).toContain('Please enter a reason');
    expect((await status(tim, { status: 'CLOSED_WITH_SAR', note: 'x' })).status).toBe(400);
    expect((await status(tim, { status: 'HOLD', version: 3 })).status).toBe(200);
    expect((await assign(max, grace.id)).status).toBe(200);
    expect((await get(one)).status).toBe('HOLD');
    expect((await status(grace, { status: 'UNASSIGNED' })).status).toBe(400);
    expect((await status(grace, { status: 'UNASSIGNED', note: 'Not mine' })).status).toBe(200);
    expect(await get(one)).toMatchObject({ status: 'UNASSIGNED', reviewer: null, reviewTimestamp: null });
    expect((await status(grace, { status: 'APPROVED' })).status).toBe(403);
    expect((await assign(grace, grace.id)).status).toBe(200);
    expect((await status(grace, { status: 'CLOSED_WITH_SAR', sarReport: 'R-1' })).status).toBe(200);
    expect(await get(one)).toMatchObject({ sarSubmitted: true, sarReport: 'R-1', notes: 'Not mine' });
    expect((await assign(max, tim.id)).status).toBe(409);
    expect((await status(grace, { status: 'IN_REVIEW', note: 'Again' })).status).toBe(403);
    expect((await status(max, { status: 'IN_REVIEW', note: 'Again' })).status).toBe(200);
    expect((await status(max, { status: 'CLOSED_WITH_NOTE' })).status).toBe(400);
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { approvalOverThreshold: false } },
    });
    expect((await status(max, { status: 'APPROVED', note: 'Known customer' })).status).toBe(200);

    const remote = await get(one);
    expect(remote).toMatchObject({ status: 'APPROVED', approvedBy: { _id: max.id }, reviewerId: grace.id });
    expect(remote.statusHistory.map((each) => [each.status, each.reviewer?._id ?? null])).toEqual([
      ['UNASSIGNED', null],
      ['IN_REVIEW', grace.id],
      ['HOLD', tim.id],
      ['UNASSIGNED', null],
      ['IN_REVIEW', grace.id],
      ['CLOSED_WITH_SAR', grace.id],
      ['IN_REVIEW', grace.id],
      ['APPROVED', grace.id],
    ]);
    expect(remote.events.map(({ kind, by }) => [kind, by?._id ?? null])).toEqual([
      ['confirmed', null],
      ['assignee', grace.id],
      ['status', grace.id],
      ['assignee', max.id],
      ['status', tim.id],
      ['assignee', max.id],
      ['assignee', grace.id],
      ['status', grace.id],
      ['assignee', grace.id],
      ['status', grace.id],
      ['status', grace.id],
      ['status', max.id],
      ['status', max.id],
    ]);
    expect(remote.events[3]).toMatchObject({ from: 'Ada Tester', to: 'Ada Tester' });
    // Who looked is kept, once an hour for each person and transaction.
    const audited = await api.audited(ada, id);
    expect(audited.filter((action) => action === 'compliance_transaction.viewed')).toHaveLength(1);
    expect(audited.filter((action) => action === 'compliance_transaction.assigned')).toHaveLength(4);
    expect(audited.filter((action) => action === 'compliance_transaction.decided')).toHaveLength(5);
    api.clock += hour;
    const later = { ...ada, ...(await api.logIn(ada.email)) };
    await get(one, later);
    expect((await api.audited(later, id)).at(-1)).toBe('compliance_transaction.viewed');
  });

  //
  test('answer other clients too: assign, then in review; unreviewed; without a header', async () => {
    const { api, grace, put, get } = await prepare(databases);
    const one = await put({ score: 20 });
    const send = async (path: string, payload: object) => {
      const answer = await api.ask(`/compliance/transactions/${one}${path}`, {
        method: 'PUT',
        token: grace.accessToken,
        payload,
      });
      return answer.statusCode;
    };
    expect(await send('/status', { status: 'UNREVIEWED' })).toBe(403);
    expect(await send('/assignee', { assigneeId: grace.id })).toBe(200);
    const { version } = await get(one);
    expect(await send('/status', { status: 'IN_REVIEW' })).toBe(200);
    expect((await get(one)).version).toBe(version);
    expect(await send('/status', { status: 'UNREVIEWED' })).toBe(200);
    expect(await get(one)).toMatchObject({ status: 'UNREVIEWED', reviewerId: grace.id });
    expect(await send('/status', { status: 'IN_REVIEW' })).toBe(200);
    expect(await send('/status', { status: 'APPROVED' })).toBe(200);
    expect(await send('/status', { status: 'APPROVED' })).toBe(200);
    expect((await get(one)).status).toBe('APPROVED');
  });

  //
  test('only active members are given any; who leaves gives theirs back; many are given at once, each with its result', async () => {
    const { api, ada, max, grace, tim, timId, eve, id, elsewhere, put, send, get, counts } =
      await prepare(databases);
    const pending = await api.someone('pending@example.org');
    await api.as(ada, endpoints.inviteMembers, { params: { id }, body: { emails: [pending.email] } });
    const many = [await put(), await put(), await put({ status: 'APPROVED' })];
    const foreign = await insertTransaction(api, { organizationId: elsewhere });
    const [first = ''] = many;
    const give = (assigneeId: string) => send(max, `/${first}/assignee`, { assigneeId });
    expect((await give(pending.id)).body).toContain('Pending members cannot be assigned');
    expect((await give(pending.id)).status).toBe(400);
    for (const nobody of [eve.id, '00000000-0000-4000-8000-000000000000']) {
      expect([nobody, (await give(nobody)).status]).toEqual([nobody, 400]);
    }
    const bulk = (transactionIds: readonly string[], assigneeId: string, who = max) =>
      send(who, '/bulk/assignee', { transactionIds, assigneeId });
    expect((await bulk([], tim.id)).body).toContain('Please select at least one transaction to assign');
    expect((await bulk([first], '')).body).toContain('Please select a reviewer');
    const answer = await bulk([...many, foreign], tim.id);
    const { data } = endpoints.assignComplianceTransactions.response.parse(JSON.parse(answer.body));
    expect(data.results.map(({ success }) => success)).toEqual([true, true, false, false]);
    expect(data.results[2]?.message).toContain('decided');
    expect(data.results[3]?.message).toBe('Transaction not found');
    expect(await get(first)).toMatchObject({ status: 'IN_REVIEW', reviewerId: tim.id });
    expect(await counts(tim)).toMatchObject({ unassigned: 0, active: 2, archived: 1, mine: 2 });
    expect((await bulk([first], grace.id, grace)).body).toContain('already assigned');
    for (const place of [foreign, '00000000-0000-4000-8000-000000000000']) {
      expect((await send(max, `/${place}/assignee`, { assigneeId: tim.id })).status).toBe(404);
      expect((await send(max, `/${place}/status`, { status: 'APPROVED' })).status).toBe(404);
    }
    const asked = { token: eve.accessToken, headers: { 'x-organization-id': elsewhere } };
    expect((await api.ask(`/compliance/transactions/${first}`, asked)).statusCode).toBe(404);
    expect((await api.ask(`/compliance/transactions/${foreign}`, asked)).statusCode).toBe(200);
    expect((await api.ask(`/compliance/transactions?after=${first}`, asked)).statusCode).toBe(404);
    expect((await api.ask(`/compliance/transactions?after=${foreign}`, asked)).statusCode).toBe(200);

    await api.as(ada, endpoints.removeMember, { params: { id, memberId: timId } });
    expect((await give(tim.id)).status).toBe(400);
    const freed = await get(first);
    expect(freed).toMatchObject({ status: 'UNASSIGNED', reviewerId: null });
    expect(freed.statusHistory.at(-1)).toMatchObject({
      status: 'UNASSIGNED',
      note: 'The reviewer left the organization',
    });
    expect(await counts()).toMatchObject({ unassigned: 2, active: 0, archived: 1, mine: 0 });
    expect((await give(grace.id)).status).toBe(200);
    await api.as(grace, endpoints.leaveOrganization, { params: { id } });
    expect((await get(first)).status).toBe('UNASSIGNED');
    expect((await give(max.id)).status).toBe(200);
    const gone = await api.ask(`/auth/remove/${max.id}`, {
      method: 'DELETE',
      token: max.accessToken,
      payload: { password },
    });
    expect(gone.statusCode).toBe(200);
    const { statusHistory } = await get(first);
    expect(statusHistory.filter(({ status }) => status === 'UNASSIGNED')).toHaveLength(4);
    expect(statusHistory.at(-1)).toMatchObject({ status: 'UNASSIGNED', reviewer: null });
  });

  test('the next one is the most urgent, and nobody else’s; of two decisions at once one counts', async () => {
    const { ada, max, grace, tim, put, send, get } = await prepare(databases);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const gone = await put({ presence: 'withdrawn', score: 99, overThreshold: true });
    const unknown = await put({ at: at(1) });
    const late = await put({ score: 60, at: at(3) });
    const early = await put({ score: 60, at: at(2) });
    const over = await put({ score: 30, overThreshold: true, at: at(9) });
    await put({ score: 100, overThreshold: true, belowThreshold: true });
    await put({ score: 100, status: 'IN_REVIEW', reviewerId: ada.id });
    const next = async (who: Someone): Promise<string | null> => {
      const { data } = endpoints.takeNextComplianceTransaction.response.parse(
        JSON.parse((await send(who, '/next', {})).body),
      );
      return data?._id ?? null;
    };
    const taken = await Promise.all([next(grace), next(tim), next(max)]);
    expect(taken.toSorted()).toEqual([over, early, late].toSorted());
    expect([await next(grace), await next(grace), await next(grace)]).toEqual([unknown, gone, null]);

    const { version } = await get(unknown);
    const decide = (who: Someone, status: string) => send(who, `/${unknown}/status`, { status, version });
    const answers = await Promise.all([decide(grace, 'HOLD'), decide(max, 'APPROVED')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describeWithDatabase('Lists of compliance transactions', (databases) => {
  //
  test('are filtered, sorted and paged; what is below the threshold is counted', async () => {
    const { api, grace, eve, elsewhere, put, list, counts } = await prepare(databases);
    const day = (date: number) => new Date(Date.UTC(2026, 0, date));
    const txid = 'ab'.repeat(32);
    const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const high = await put({ score: 71, amount: 3n, at: day(3), clientId: 'C-1', txid });
    const medium = await put({
      score: 70,
      amount: 10n ** 30n,
      at: day(2),
      chain: 'ethereum',
      address: account,
    });
    const low = await put({ score: 40, amount: 2n, at: day(4), overThreshold: true });
    const unknown = await put({ amount: 1n, at: day(1) });
    await put({ belowThreshold: true, at: day(5) });
    const mine = await put({ status: 'HOLD', reviewerId: grace.id, at: day(6), score: 41 });
    const closed = await put({ status: 'CLOSED_WITH_NOTE', at: day(7) });
    const ids = async (query: Record<string, string | number>): Promise<string[]> =>
      (await list(query)).data.transactions.map(({ _id }) => _id);

    const all = await list({ group: 'unassigned' });
    expect(all).toMatchObject({ total: 4, belowThreshold: 1, page: 1, limit: 10 });
    expect(all.data.transactions.map(({ _id }) => _id)).toEqual([low, high, medium, unknown]);
    expect(await ids({})).toEqual([closed, mine, low, high, medium, unknown]);
    expect(await ids({ group: 'active' })).toEqual([mine]);
    expect(await ids({ group: 'archived' })).toEqual([closed]);
    expect(await ids({ group: 'active', status: 'UNASSIGNED' })).toEqual([]);
    expect(await ids({ status: 'HOLD' })).toEqual([mine]);
    expect(await ids({ limit: 2, page: 2, sortOrder: 'asc' })).toEqual([high, low]);
    const open = { group: 'unassigned' };
    const first = await list({ ...open, limit: 2 });
    expect(first.next).toBe(high);
    const second = await list({ ...open, limit: 2, after: high });
    expect([second.data.transactions.map(({ _id }) => _id), second.total]).toEqual([[medium, unknown], 4]);
    const end = await list({ ...open, limit: 3, after: high });
    expect([end.data.transactions.length, end.next]).toEqual([2, null]);
    expect(await ids({ status: 'HOLD,CLOSED_WITH_NOTE' })).toEqual([closed, mine]);
    expect(await ids({ status: 'HOLD,CLOSED_WITH_NOTE', group: 'active' })).toEqual([mine]);
    expect(await ids({ blockchain: 'bitcoin', ...open, sortBy: 'amount' })).toEqual([high, low, unknown]);
    // Where assets mix, what they were worth counts; unknown worths come last.
    const cents = 'update compliance_transaction set usd_cents = $2 where id = $1';
    for (const [row, worth] of [
      [high, 30_000],
      [medium, 20_000],
      [low, 10_000],
    ] as const)
      await api.rows(cents, [row, worth]);
    await api.rows(
      `insert into price_day (symbol, day, micros, source) values ('BTC', '2025-12-31', 10000000000000000, 'demo')`,
    );
    expect(await ids({ ...open, sortBy: 'amount' })).toEqual([high, medium, low, unknown]);
    expect(await ids({ ...open, sortBy: 'amount', sortOrder: 'asc' })).toEqual([low, medium, high, unknown]);
    expect(await ids({ ...open, sortBy: 'riskScores' })).toEqual([high, medium, low, unknown]);
    expect(await ids({ ...open, sortBy: 'riskScores', sortOrder: 'asc' })).toEqual([
      low,
      medium,
      high,
      unknown,
    ]);
    // Among equal scores, the one that has waited longest comes first.
    const rescore = 'update compliance_transaction set risk_score = $2 where id = $1';
    await api.rows(rescore, [low, 55]);
    const [older, newer] = (await ids({ sortBy: 'timestamp', sortOrder: 'asc' })).filter((id: string) =>
      [low, medium].includes(id),
    );
    expect(await ids({ ...open, sortBy: 'riskScores' })).toEqual([high, older, newer, unknown]);
    expect(await ids({ ...open, sortBy: 'riskScores', sortOrder: 'asc' })).toEqual([
      newer,
      older,
      high,
      unknown,
    ]);
    await api.rows(rescore, [low, 10]);
    expect(await ids({ ...open, riskLevel: 'high' })).toEqual([high]);
    expect(await ids({ riskLevel: 'medium' })).toEqual([mine, medium]);
    expect(await ids({ ...open, riskLevel: 'low' })).toEqual([low]);
    expect(await ids({ ...open, riskLevel: 'unknown' })).toEqual([unknown]);
    // What a score was called when it was given counts, not what it would be called now.
    const relabel = 'update compliance_transaction set risk_level = $2 where id = $1';
    await api.rows(relabel, [high, 'low']);
    expect(await ids({ ...open, riskLevel: 'low' })).toEqual([low, high]);
    expect((await list({ ...open, riskLevel: 'high' })).total).toBe(0);
    expect((await list({ riskLevel: 'low' })).data.transactions.map(({ riskLevel }) => riskLevel)).toEqual([
      'low',
      'low',
    ]);
    await api.rows(relabel, [high, 'high']);
    expect(await ids({ blockchain: 'ethereum' })).toEqual([medium]);
    expect(await ids({ clientId: 'C-1' })).toEqual([high]);
    // A satoshi was worth 100 dollars then: the payment of 200 dollars is one of two satoshis.
    expect(await ids({ ...open, minAmount: '2', maxAmount: '3' })).toEqual([low, high, medium]);
    expect(await ids({ ...open, minAmount: '3' })).toEqual([high]);
    expect(await ids({ blockchain: 'bitcoin', ...open, minAmount: '2' })).toEqual([low, high]);
    expect(await ids({ blockchain: 'ethereum', minAmount: String(10n ** 30n) })).toEqual([medium]);
    expect(await ids({ blockchain: 'ethereum', minAmount: String(10n ** 30n + 1n) })).toEqual([]);
    const span = { 'timestamp[from]': '2026-01-02T00:00:00Z', 'timestamp[to]': '2026-01-03T01:00:00+01:00' };
    expect(await ids(span)).toEqual([high, medium]);
    expect(await ids({ reviewerId: grace.id })).toEqual([mine]);
    expect(await ids({ overThreshold: 'true' })).toEqual([low]);
    expect(await ids({ search: txid.toUpperCase() })).toEqual([high]);
    expect(await ids({ search: ` ${account.toLowerCase()} ` })).toEqual([medium]);
    expect(await ids({ search: "nobody's" })).toEqual([]);
    expect((await list({ search: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).total).toBe(5);
    expect(await counts(grace)).toEqual({
      unassigned: 4,
      active: 1,
      archived: 1,
      mine: 1,
      findings: 0,
      approvals: 0,
      snoozed: 0,
      overdue: 0,
      belowThreshold: 1,
      screening: 0,
      addresses: 0,
    });
    // Only what is open can be overdue.
    await api.rows("update compliance_transaction set due_at = '2025-01-01' where id = any($1::uuid[])", [
      [low, mine, closed],
    ]);
    expect(await counts(grace)).toMatchObject({ overdue: 2 });
    const other = await api.within(elsewhere, eve, endpoints.listComplianceTransactions, {});
    expect(other).toMatchObject({ total: 0, belowThreshold: 0, data: { transactions: [] } });
  });
});

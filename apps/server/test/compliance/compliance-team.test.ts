import { randomUUID } from 'node:crypto';
import { endpoints, type TeamReport } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { problemOf, urlOf } from '../support/api/api-client.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

/** A Monday. */
const monday = Date.UTC(2026, 0, 5, 9);
const day = 86_400_000;

/**
 * Two weeks of an organization: the first decision about `first` is opened again and made anew, Leo decides one and leaves, and two
 * transactions wait.
 */
async function twoWeeks(databases: TestDatabases) {
  const api = await createDirectoryApi(await databases.empty(), { start: monday - day });
  const ada = await api.someone('ada@example.org');
  const id = await api.found(ada);
  await api.enlist(ada, id, await api.someone('grace@example.org'));
  const leo = await api.someone('leo@example.org');
  const leoMember = await api.enlist(ada, id, leo);
  const who = async (name: string) => ({ ...(await api.logIn(`${name}@example.org`)), email: name });
  const at = (time: number) => {
    api.clock = time;
  };
  const change = async (name: string, transaction: string, body: object) =>
    api.within(id, await who(name), endpoints.changeComplianceStatus, {
      params: { id: transaction },
      body: body as { status: 'APPROVED' },
    });
  const assign = async (name: string, transaction: string, assigneeId: string) =>
    api.within(id, await who(name), endpoints.assignComplianceTransaction, {
      params: { id: transaction },
      body: { assigneeId },
    });
  const open = async (name: string, transaction: string) =>
    api.within(id, await who(name), endpoints.getComplianceTransaction, { params: { id: transaction } });
  const team = async (name: string, query: object = {}): Promise<TeamReport> =>
    (await api.within(id, await who(name), endpoints.getComplianceTeam, { query })).data;

  at(monday);
  await api.rows('update organization set approval_over_threshold = false where id = $1', [id]);
  const given = { organizationId: id, at: new Date(monday) };
  const first = await insertTransaction(api, { ...given, overThreshold: true, score: 90 });
  const second = await insertTransaction(api, { ...given, overThreshold: true, score: 75 });
  const third = await insertTransaction(api, { ...given, score: 10 });
  const waiting = await insertTransaction(api, { ...given, score: 50 });
  await insertTransaction(api, { ...given, score: 5, belowThreshold: true });
  const graceId = (await who('grace')).id;
  at(monday + 600_000);
  await open('grace', first);
  at(monday + 900_000);
  await open('ada', first);
  await assign('grace', first, graceId);
  at(monday + 1_200_900);
  await assign('ada', second, leo.id);
  at(monday + 1_800_000);
  await change('ada', third, { status: 'APPROVED' });
  at(monday + 3_600_000);
  await change('grace', first, { status: 'APPROVED', note: 'Known customer' });
  at(monday + 7_200_000);
  await change('leo', second, { status: 'CLOSED_WITH_SAR', sarReport: '2026-1' });

  at(monday + 7 * day);
  await change('ada', first, { status: 'IN_REVIEW', note: 'Look again' });
  at(monday + 7 * day + 3_600_000);
  await change('grace', first, { status: 'CLOSED_WITH_NOTE', note: 'Known customer' });
  await api.as(await who('ada'), endpoints.removeMember, { params: { id, memberId: leoMember } });
  const fresh = await insertTransaction(api, { ...given, at: new Date(api.clock), score: 85 });
  await api.rows(
    `update compliance_transaction set due_at = seen_at + interval '4 hours' where id = any($1::uuid[])`,
    [[waiting, fresh]],
  );
  await assign('ada', waiting, graceId);
  at(monday + 8 * day);
  const raise = async (summary: string, transactions: readonly string[]) => {
    const rule = randomUUID();
    await api.rows(
      `insert into alert_rule (id, organization_id, target_type, target, chain, conditions, severity, summary, is_active, version,
         created_at, updated_at) values ($1, $2, 'entity', 'X', 'bitcoin', '{"direction":"both","amount":null,"counterpartyRelation":null,"counterpartyEntity":null,"category":null}', 'high', $3, true, 1, now(), now())`,
      [rule, id, summary],
    );
    await api.rows(
      `insert into alert (id, organization_id, rule_id, transaction_id, type, severity, message, summary, raised_at, status, version, group_id)
       select t, $1, $2, t, 'entity', 'high', 'm', 's', now(), 'new', 1, t from unnest($3::uuid[]) t`,
      [id, rule, transactions],
    );
    return rule;
  };
  const rule = await raise('=2+2', [first, second, third]);
  await raise('Nothing decided', [fresh]);
  return { api, id, who, team, rule, ids: { graceId, leo: leo.id, ada: ada.id }, first };
}

const nothing = { count: 0, median: null, p90: null };

describeWithDatabase('The figures of a team', (databases) => {
  test('say what a hand adds up: by week, person and rule, and what waits', async () => {
    const { team, rule, ids } = await twoWeeks(databases);
    const report = await team('ada', { from: '2026-01-07', to: '2026-01-13' });
    expect(report).toMatchObject({
      from: '2026-01-05',
      to: '2026-01-18',
      // Every sign-in of the test takes a moment.
      at: expect.stringContaining('2026-01-13T09:00:00.'),
      scope: 'everybody',
      total: {
        decided: { APPROVED: 2, CLOSED_WITH_NOTE: 1, CLOSED_WITH_SAR: 1 },
        reopened: 1,
        firstReview: { count: 4, median: 1200, p90: 7 * 86_400 + 3600 },
        decision: { count: 3, median: 3600, p90: 7200 },
        overThreshold: { reviewed: 2, falsePositives: 1, rate: 0.5 },
      },
    });
    expect(report.weeks).toMatchObject([
      {
        week: '2026-W02',
        from: '2026-01-05',
        decided: { APPROVED: 2, CLOSED_WITH_NOTE: 0, CLOSED_WITH_SAR: 1 },
        reopened: 0,
        firstReview: { count: 3, median: 1200, p90: 1800 },
        decision: { count: 3, median: 3600, p90: 7200 },
        // The first word on the one that was opened again does not count.
        overThreshold: { reviewed: 1, falsePositives: 0, rate: 0 },
      },
      {
        week: '2026-W03',
        from: '2026-01-12',
        decided: { APPROVED: 0, CLOSED_WITH_NOTE: 1, CLOSED_WITH_SAR: 0 },
        reopened: 1,
        firstReview: { count: 1 },
        // Decided anew: no time to a first decision.
        decision: nothing,
        overThreshold: { reviewed: 1, falsePositives: 1, rate: 1 },
      },
    ]);
    const people = new Map(report.people.map((each) => [each.person._id, each]));
    expect(people.get(ids.graceId)).toMatchObject({
      former: false,
      person: { email: 'grace@example.org' },
      firstReview: { count: 1, median: 600, p90: 600 },
      decision: { count: 1, median: 3600 },
      overThreshold: { reviewed: 1, falsePositives: 1 },
    });
    expect(people.get(ids.leo)).toMatchObject({
      former: true,
      person: { name: 'Former member', email: '' },
      decided: { CLOSED_WITH_SAR: 1 },
      firstReview: nothing,
      overThreshold: { reviewed: 1, falsePositives: 0, rate: 0 },
    });
    expect(people.get(ids.ada)).toMatchObject({
      decided: { APPROVED: 1 },
      reopened: 1,
      firstReview: { count: 3, median: 1800 },
      overThreshold: { reviewed: 0, falsePositives: 0, rate: null },
    });
    expect(report.cells.map(({ week, personId }) => [week, personId])).toHaveLength(5);
    expect(report.rules).toEqual([
      { ruleId: rule, name: '=2+2', deleted: false, reviewed: 3, falsePositives: 2, rate: 0.6667 },
    ]);
    expect(report.rulesInAll).toBe(1);
    expect(report.backlog).toEqual({
      total: 2,
      ages: { under_4h: 0, under_24h: 1, under_3d: 0, under_7d: 0, older: 1 },
      risks: [
        { band: 'high', open: 1, overdue: 1 },
        { band: 'medium', open: 1, overdue: 1 },
        { band: 'low', open: 0, overdue: null },
        { band: 'unknown', open: 0, overdue: null },
      ],
    });
  });

  test('team members see their own alone, and nobody another organization', async () => {
    const { api, team, ids } = await twoWeeks(databases);
    const own = await team('grace');
    expect(own).toMatchObject({
      scope: 'own',
      from: '2025-10-27',
      to: '2026-01-18',
      total: { decided: { APPROVED: 1, CLOSED_WITH_NOTE: 1, CLOSED_WITH_SAR: 0 }, reopened: 0 },
      people: [{ person: { _id: ids.graceId } }],
      rules: [{ reviewed: 1, falsePositives: 1 }],
      backlog: { total: 1 },
    });
    expect(own.weeks).toHaveLength(12);
    expect(own.cells.every(({ personId }) => personId === ids.graceId)).toBe(true);
    const eve = await api.someone('eve@example.org');
    const elsewhere = await api.found(eve, 'Elsewhere');
    const { data } = await api.within(elsewhere, eve, endpoints.getComplianceTeam, {});
    expect(data).toMatchObject({ people: [], cells: [], rules: [], backlog: { total: 0 } });
    expect(data.total).toEqual({
      decided: { APPROVED: 0, CLOSED_WITH_NOTE: 0, CLOSED_WITH_SAR: 0 },
      reopened: 0,
      firstReview: nothing,
      decision: nothing,
      overThreshold: { reviewed: 0, falsePositives: 0, rate: null },
    });
  });

  test('files say the same, hold no formulas, and who took them is kept', async () => {
    const { api, id, who, team } = await twoWeeks(databases);
    const ada = await who('ada');
    const take = async (query: Record<string, string>, status = 200) => {
      const answer = await api.ask(urlOf(endpoints.exportComplianceTeam, { query }), {
        token: ada.accessToken,
        headers: { 'x-organization-id': id },
      });
      expect(answer.statusCode).toBe(status);
      return answer;
    };
    const json = await take({ format: 'json', from: '2026-01-05', to: '2026-01-18' });
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    const shown = await team('ada', { from: '2026-01-05', to: '2026-01-18' });
    expect(json.json()).toEqual({ ...shown, at: expect.any(String) });
    const csv = await take({ from: '2026-01-05', to: '2026-01-18' });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="team-2026-01-05-2026-01-18.csv"',
    });
    const lines = csv.body.split('\r\n');
    expect(lines.find((line) => line.startsWith('week,2026-W02'))).toMatch(
      /^week,2026-W02,2026-01-05,,,,2,0,1,0,3,1200,1800,3,3600,7200,1,0,0,,,,,2026-01-05,2026-01-18,/,
    );
    expect(lines.find((line) => line.startsWith('alert rule'))).toContain(",'=2+2,");
    const log = await api.as(ada, endpoints.listAuditLog, {
      params: { id },
      query: { action: 'compliance_team.exported' },
    });
    expect(log.data.entries.map(({ after }) => after)).toEqual([
      { from: '2026-01-05', to: '2026-01-18', scope: 'everybody', format: 'csv' },
      { from: '2026-01-05', to: '2026-01-18', scope: 'everybody', format: 'json' },
    ]);
    for (const query of [
      { from: '2026-01-05', to: '2026-01-04' },
      { from: '2024-01-01', to: '2026-01-04' },
      { from: 'yesterday' },
      { format: 'xml' },
    ]) {
      problemOf(await take(query, 400), 400);
    }
  });
});

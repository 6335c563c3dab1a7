import { randomUUID } from 'node:crypto';
import { type ComplianceStatus, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { insertFinding, insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTeamsApi, type TeamsApi } from '../support/api/teams-api.ts';

const month = 31 * 86_400_000;

/** Rows of an organization as years of work leave them, by what they are called. */
async function fill(api: TeamsApi, organizationId: string) {
  const at = new Date(api.clock);
  const names = new Map<string, string>();
  const add = async (name: string, status: ComplianceStatus = 'APPROVED') => {
    const id = await insertTransaction(api, { organizationId, status });
    await api.rows(
      `insert into compliance_event (transaction_id, number, organization_id, kind, at, actor_id, before, after)
       values ($1, 2, $2, 'status', $3, $2, 'IN_REVIEW', $4)`,
      [id, organizationId, at, status],
    );
    await api.rows(
      `insert into review_step (transaction_id, number, organization_id, kind, outcome, at, actor_id, seconds)
       values ($1, 0, $2, 'look', null, $3, $2, 0), ($1, 2, $2, 'decision', 'APPROVED', $3, $2, 0)`,
      [id, organizationId, at],
    );
    await api.rows(`insert into compliance_dependency values ($1, 1, '{1}', true)`, [id]);
    await api.rows(`insert into compliance_exposure values ($1, '{"whole":true,"listed":[]}')`, [id]);
    names.set(id, name);
    return id;
  };
  const alert = async (transaction: string, acknowledged: boolean) => {
    const id = randomUUID();
    await api.rows(
      `insert into alert (id, organization_id, rule_id, transaction_id, type, severity, message, summary, raised_at, status,
         acknowledged_by, acknowledged_at, version, group_id)
       values ($1, $2, $2, $3, 'entity', 'high', 'm', 's', $4, $5, $6, $7, 1, $1)`,
      [
        id,
        organizationId,
        transaction,
        at,
        acknowledged ? 'acknowledged' : 'new',
        acknowledged ? organizationId : null,
        acknowledged ? at : null,
      ],
    );
    await api.rows(
      `insert into alert_event (organization_id, number, id, kind, alert_id, at)
       select $1, coalesce(max(number), 0) + 1, $2, 'alert.raised', $2, $3 from alert_event where organization_id = $1`,
      [organizationId, id, at],
    );
  };
  let number = 0;
  const newCase = async (status: 'CLOSED' | 'UNDER_REVIEW', outcome: string | null, transaction: string) => {
    const id = randomUUID();
    await api.rows(
      `insert into compliance_case (id, organization_id, number, title, description, client_id, priority, status, tags, outcome,
         created_by, created_at, updated_at)
       values ($1, $2, $3, 'x', '', null, 1, $4, '[]', $5, $2, $6, $6)`,
      [id, organizationId, ++number, status, outcome, at],
    );
    await api.rows('insert into case_transaction values ($1, $2, $3, $4)', [
      id,
      transaction,
      organizationId,
      at,
    ]);
    await api.rows(
      `insert into case_evidence (id, case_id, name, type, size, sha256, added_by, added_at)
       values ($1, $1, 'a.txt', 'text/plain', 1, '\\x00', $2, $3)`,
      [id, organizationId, at],
    );
    await api.rows(`insert into case_evidence_part values ($1, 0, '\\x00')`, [id]);
    return id;
  };
  const newReport = async (
    status: 'SIGNED' | 'WITHDRAWN',
    { transaction, signed, caseId = null }: { transaction: string; signed: boolean; caseId?: string | null },
  ) => {
    const id = randomUUID();
    await api.rows(
      `insert into sar_report (id, organization_id, number, title, status, case_id, content, hash, subjects, created_by, created_at,
         updated_at, withdrawn_at, withdrawn_by)
       values ($1, $2, $3, 'x', $4, $5, '{}', '\\x00', '', $2, $6::timestamptz, $6, case when $4 = 'WITHDRAWN' then $6::timestamptz end,
         case when $4 = 'WITHDRAWN' then $2::uuid end)`,
      [id, organizationId, ++number, status, caseId, at],
    );
    await api.rows('insert into sar_transaction values ($1, $2)', [id, transaction]);
    if (!signed) return;
    await api.rows(
      `insert into sar_signature (id, report_id, signed_by, role, signed_at, hash) values ($1, $1, $2, 'owner', $3, '\\x00')`,
      [id, organizationId, at],
    );
  };
  const plain = await add('decided');
  await alert(plain, true);
  const finding = await insertFinding(api, organizationId, plain);
  await api.rows('update compliance_finding set seen_at = $1, seen_by = organization_id where id = $2', [
    at,
    finding,
  ]);
  await add('waits', 'UNASSIGNED');
  await add('reported', 'CLOSED_WITH_SAR');
  await alert(await add('alert that is new'), false);
  await insertFinding(api, organizationId, await add('finding that is new'));
  await newCase('CLOSED', 'NO_SUSPICION', await add('of a closed case'));
  await newCase('UNDER_REVIEW', null, await add('of an open case'));
  await newCase('CLOSED', 'REPORTED', await add('of a reported case'));
  await newReport('WITHDRAWN', { transaction: await add('of a draft given up'), signed: false });
  await newReport('WITHDRAWN', { transaction: await add('of a signed report given up'), signed: true });
  const hold = (caseId: string) =>
    api.rows(
      `update compliance_case set hold_by = $1, hold_at = $2, hold_reason = 'Request of a court' where id = $3`,
      [organizationId, at, caseId],
    );
  await hold(await newCase('CLOSED', 'NO_SUSPICION', await add('of a case on hold')));
  const withDraft = await newCase('CLOSED', 'NO_SUSPICION', await add('of a case on hold with a draft'));
  await hold(withDraft);
  const draft = {
    transaction: await add('of the draft of a case on hold'),
    signed: false,
    caseId: withDraft,
  };
  await newReport('WITHDRAWN', draft);
  const reported = await newCase('CLOSED', 'NO_SUSPICION', await add('of the case of a report'));
  await newReport('SIGNED', { transaction: await add('of a signed report'), signed: true, caseId: reported });
  return names;
}

const tables = [
  'alert',
  'alert_event',
  'case_evidence_part',
  'compliance_case',
  'compliance_exposure',
  'compliance_finding',
  'compliance_event',
  'compliance_dependency',
  'compliance_transaction',
  'review_step',
  'sar_report',
  'sar_signature',
];

async function countsOf(api: TeamsApi): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await api.rows<{ n: number }>(`select count(*)::int4 as n from ${table}`);
    counts[table] = row?.n ?? -1;
  }
  return counts;
}

describeWithDatabase('How long compliance records are kept', (databases) => {
  test('what is decided goes when plan and setting are over; open, reported and signed things and what they refer to stay', async () => {
    const api = await createTeamsApi(await databases.empty(), { env: { COMPLIANCE_KEEP_MONTHS: '60' } });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const other = await api.found(ada, 'For good');
    await api.assign(other, 'custom');
    const names = await fill(api, id);
    await fill(api, other);
    const before = await countsOf(api);
    // The plan keeps 12 months, the setting 60.
    api.clock += 30 * month;
    await api.work();
    expect(await countsOf(api)).toEqual(before);
    api.clock += 31 * month;
    await api.work();
    const left = await api.rows<{ id: string }>(
      'select id from compliance_transaction where organization_id = $1',
      [id],
    );
    expect(left.map((row) => names.get(row.id) ?? row.id).toSorted()).toEqual(
      [
        'waits',
        'reported',
        'alert that is new',
        'finding that is new',
        'of an open case',
        'of a reported case',
        'of a signed report given up',
        'of a case on hold',
        'of a case on hold with a draft',
        'of the draft of a case on hold',
        'of the case of a report',
        'of a signed report',
      ].toSorted(),
    );
    const after = await countsOf(api);
    const gone = Object.fromEntries(
      tables.map((table) => [table, (before[table] ?? 0) - (after[table] ?? 0)]),
    );
    expect(gone).toEqual({
      alert: 1,
      alert_event: 1,
      case_evidence_part: 1,
      compliance_case: 1,
      compliance_exposure: 3,
      compliance_finding: 1,
      compliance_event: 6,
      compliance_dependency: 3,
      compliance_transaction: 3,
      // A first look and a decision of each.
      review_step: 6,
      sar_report: 1,
      sar_signature: 0,
    });
    const again = { ...(await api.logIn('ada@example.org')), email: 'ada' };
    const usage = (await api.as(again, endpoints.getUsage, { params: { id } })).data;
    expect(usage.receipts).toMatchObject([
      { deleted: { decidedTransactions: 3, alerts: 1, closedCases: 1, withdrawnReports: 1 } },
    ]);
    // What the lists count without looking at rows agrees.
    const [dailyCount] = await api.rows<{ n: number }>(
      'select sum(n)::int4 as n from compliance_daily_count where organization_id = $1',
      [id],
    );
    expect(dailyCount?.n).toBe(left.length);
  });

  test('without the setting everything is kept, whatever the plan says', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    await fill(api, await api.found(ada));
    const before = await countsOf(api);
    api.clock += 120 * month;
    await api.work();
    expect(await countsOf(api)).toEqual(before);
  });
});

import { type AlertMailChoice, alertLimits, endpoints } from '@hopscope/contract';
import { afterEach, expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { createRaiseAlerts } from '../../src/contexts/compliance/alerts/raise-alerts.ts';
import { createPublishAlertEvents } from '../../src/contexts/compliance/alerts/alert-events.ts';
import { createSubjects } from '../../src/contexts/compliance/alerts/subjects.ts';
import { createOrganizationDirectory } from '../../src/contexts/identity/organizations/directory.service.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { type MailServer, startMailServer } from '../support/servers/smtp-server.ts';
import type { Someone } from '../support/api/teams-api.ts';

const start = Date.UTC(2026, 0, 1, 9, 30);
const minute = 60_000;
const hour = 60 * minute;
const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An organization whose rules look at any amount of two addresses; `raise` compares a transaction with them. */
async function prepare(databases: TestDatabases) {
  const server = await startMailServer();
  servers.push(server);
  const env = { SMTP_URL: server.url, PUBLIC_URL: 'https://hopscope.example.org' };
  const db = await databases.empty();
  const api = await createDirectoryApi(db, { start, env });
  const [ada, max, grace] = [
    await api.someone('ada@example.org'),
    await api.someone('max@example.org'),
    await api.someone('grace@example.org'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  const maxId = await api.enlist(ada, id, max, 'manager');
  await api.enlist(ada, id, grace);
  const kysely = createKysely(db);
  const now = () => api.clock;
  const raiseAlerts = createRaiseAlerts({
    subjects: createSubjects({
      organizations: createOrganizationDirectory(),
      network: async () => 'demo' as const,
      now,
    }),
    publish: createPublishAlertEvents({ queue: api.context.webhookDeliveries.queue, now }),
    now,
  });
  const rule = async (target: string, severity: 'high' | 'low', summary: string) => {
    await api.rows(
      `insert into alert_rule (id, organization_id, target_type, target, chain, conditions, severity, summary, is_active,
         version, created_at, updated_at) values (gen_random_uuid(), $1, 'address', $2, 'bitcoin', '{"direction":"both","amount":null,"counterpartyRelation":null,"counterpartyEntity":null,"category":null}', $3, $4, true, 1, $5, $5)`,
      [id, target, severity, summary, new Date(api.clock)],
    );
  };
  async function raise(address: string): Promise<void> {
    const transaction = await insertTransaction(api, { organizationId: id, address });
    const row = await kysely
      .selectFrom('compliance_transaction')
      .selectAll()
      .where('id', '=', transaction)
      .executeTakeFirstOrThrow();
    await kysely
      .transaction()
      .execute((trx) => raiseAlerts.compare(trx, [{ row, parties: null, indirect: null }]));
    // Screened once more: nothing is raised, and nothing told, twice.
    await kysely
      .transaction()
      .execute((trx) => raiseAlerts.compare(trx, [{ row, parties: null, indirect: null }]));
  }
  const choose = async (who: Someone, frequency: AlertMailChoice) => {
    const headers = { 'x-organization-id': id };
    const asked = { method: 'PUT' as const, token: who.accessToken, headers, payload: { frequency } };
    return (await api.ask('/alerts/mail', asked)).statusCode;
  };
  const write = () => api.context.alertMail.run(new AbortController().signal);
  const digests = async (email: string) =>
    (
      await api.rows<{ subject: string }>(
        `select subject from outbox_mail where recipient = $1 and template = 'alert_digest' order by created_at`,
        [email],
      )
    ).map(({ subject }) => subject);
  const send = async (who: Someone, method: 'POST' | 'PUT', path: string, payload: object) => {
    const headers = { 'x-organization-id': id };
    const answer = await api.ask(`/alerts${path}`, { method, token: who.accessToken, headers, payload });
    return { status: answer.statusCode, body: answer.body };
  };
  return { api, db, server, ada, max, maxId, grace, id, rule, raise, choose, write, digests, send };
}

describeWithDatabase('Mails of alerts', (databases) => {
  test('tell each person of each alert once: at once of grave ones, by the hour or the day of all', async () => {
    const { api, server, ada, max, grace, rule, raise, choose, write, digests } = await prepare(databases);
    await rule('grave', 'high', 'Sanctions <b>watch</b>');
    await rule('small', 'low', 'Payroll');
    await raise('grave');
    for (const [who, frequency] of [
      [ada, 'critical'],
      [max, 'hourly'],
      [grace, 'daily'],
    ] as const) {
      expect(await choose(who, frequency)).toBe(200);
    }
    await raise('small');
    await raise('grave');
    await raise('grave');
    api.clock += 2 * minute;
    await write();
    await write();
    // What was raised before they chose is not told.
    expect(await digests(ada.email)).toEqual([expect.stringMatching(/^2 alerts: /)]);
    expect([await digests(max.email), await digests(grace.email)]).toEqual([[], []]);
    api.clock = Date.UTC(2026, 0, 1, 10, 0);
    await write();
    expect(await digests(max.email)).toEqual([expect.stringMatching(/^3 alerts: /)]);
    await raise('small');
    api.clock = Date.UTC(2026, 0, 1, 10, 59);
    await write();
    expect(await digests(max.email)).toHaveLength(1);
    // Another rhythm leaves nothing out and says nothing twice.
    Object.assign(max, await api.logIn(max.email));
    expect(await choose(max, 'critical')).toBe(200);
    expect(await choose(max, 'daily')).toBe(200);
    api.clock = Date.UTC(2026, 0, 2, 6, 0);
    await Promise.all([write(), write()]);
    expect((await digests(max.email)).map((subject) => subject.slice(0, 8))).toEqual([
      '3 alerts',
      '1 alert:',
    ]);
    expect((await digests(grace.email)).map((subject) => subject.slice(0, 8))).toEqual(['4 alerts']);
    expect(await digests(ada.email)).toHaveLength(1);

    await api.context.mail.deliverDue();
    const sent = server.delivered.find(
      ({ to, source }) => to.includes(grace.email) && source.includes('4 alerts'),
    );
    const text = (sent?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n');
    expect(text).toContain('High: 2 alerts. Sanctions <b>watch</b>');
    expect(text).toContain('High: 2 alerts. Sanctions &lt;b&gt;watch&lt;/b&gt;');
    expect(text).toContain('Low: 2 alerts. Payroll');
    expect(text).toContain('https://hopscope.example.org/home/alerts?delivery=true');
    // Amounts and addresses stay behind the sign-in.
    expect(text).not.toMatch(/BTC|received by/);
  });
});

describeWithDatabase('Alerts for people', (databases) => {
  test('a process that ends while it writes mails writes them the next time, once', async () => {
    const { api, ada, rule, raise, choose, write, digests } = await prepare(databases);
    await rule('grave', 'high', 'Watch');
    await choose(ada, 'critical');
    await raise('grave');
    api.clock += 2 * minute;
    await api.rows('alter table alert_mail add constraint broken check (cursor_sequence < 1)');
    await expect(write()).rejects.toThrow();
    expect(await digests(ada.email)).toEqual([]);
    await api.rows('alter table alert_mail drop constraint broken');
    await write();
    await write();
    expect(await digests(ada.email)).toHaveLength(1);
  });

  test('mails go to members with a verified email alone, and stop when they are switched off', async () => {
    const { api, ada, max, maxId, grace, id, rule, raise, choose, write, digests } = await prepare(databases);
    await rule('grave', 'high', 'Watch');
    await choose(max, 'critical');
    await choose(grace, 'critical');
    await choose(ada, 'critical');
    await api.as(ada, endpoints.removeMember, { params: { id, memberId: maxId } });
    expect(await choose(ada, 'off')).toBe(200);
    await api.rows('update app_user set email_verified_at = null where id = $1', [grace.id]);
    await raise('grave');
    api.clock += 2 * minute;
    await write();
    for (const { email } of [ada, max, grace]) expect(await digests(email)).toEqual([]);
    expect(await choose(grace, 'daily')).toBe(403);
    expect(await api.rows('select 1 from alert_mail')).toEqual([]);
    expect(await api.audited(ada, id)).toContain('alert_mail.changed');
  });

  test('of one rule and address within a day stand together and are acknowledged together, each by its version', async () => {
    const { api, ada, max, grace, id, rule, raise, send } = await prepare(databases);
    await rule('one', 'high', 'Watch');
    await rule('two', 'low', 'Payroll');
    const groups = async (query: Record<string, string | number> = {}) =>
      api.within(id, grace, endpoints.listAlertGroups, { query });
    await raise('one');
    await raise('one');
    await raise('two');
    api.clock += minute;
    await raise('one');
    expect(await groups()).toMatchObject({
      total: 2,
      data: [
        { address: 'one', severity: 'high', count: 3, new: 3, latest: { summary: 'Watch' } },
        { address: 'two', severity: 'low', count: 1, new: 1 },
      ],
    });
    expect((await groups({ severity: 'low' })).data.map(({ address }) => address)).toEqual(['two']);
    expect((await groups({ limit: 1, page: 2 })).data.map(({ address }) => address)).toEqual(['two']);
    const group = (await groups()).data[0]?._id ?? '';
    const members = (await api.within(id, grace, endpoints.listAlerts, { query: { group } })).data;
    expect(members.map(({ groupId }) => groupId)).toEqual([group, group, group]);

    // Somebody is given the first meanwhile.
    await send(ada, 'PUT', `/${members[0]?._id}/assignee`, { assigneeId: max.id, version: 1 });
    const alerts = members.map(({ _id, version }) => ({ id: _id, version }));
    expect((await send(grace, 'POST', '/acknowledgments', { alerts })).status).toBe(403);
    const answer = await api.within(id, ada, endpoints.acknowledgeAlerts, { body: { alerts } });
    expect(answer.acknowledged.map(({ _id }) => _id).toSorted()).toEqual(
      members
        .slice(1)
        .map(({ _id }) => _id)
        .toSorted(),
    );
    expect(answer.changed).toMatchObject([{ _id: members[0]?._id, status: 'new', version: 2 }]);
    expect((await groups()).data[0]).toMatchObject({ count: 3, new: 1 });
    const unknown = { alerts: [{ id, version: 1 }] };
    expect((await send(ada, 'POST', '/acknowledgments', unknown)).status).toBe(404);
    const events = await api.within(id, grace, endpoints.listAlertEvents, {});
    expect(events.data.map(({ type }) => type.slice(6))).toEqual([
      ...Array.from({ length: 4 }, () => 'raised'),
      'acknowledged',
      'acknowledged',
    ]);

    api.clock += alertLimits.groupHours * hour;
    await raise('one');
    Object.assign(grace, await api.logIn(grace.email));
    expect((await groups()).data.map(({ address, count }) => [address, count])).toEqual([
      ['one', 1],
      ['one', 3],
      ['two', 1],
    ]);
  });

  test('team members take what is nobody’s, acknowledge what is theirs, and give back', async () => {
    const { api, ada, max, grace, id, rule, raise, send } = await prepare(databases);
    await rule('one', 'high', 'Watch');
    await raise('one');
    const one = (await api.within(id, grace, endpoints.listAlerts, {})).data[0]?._id ?? '';
    const assign = async (who: Someone, assigneeId: string | null, version: number) =>
      (await send(who, 'PUT', `/${one}/assignee`, { assigneeId, version })).status;
    const acknowledge = async (who: Someone, version: number) =>
      (await send(who, 'PUT', `/${one}/acknowledgment`, { version })).status;
    expect(await acknowledge(grace, 1)).toBe(403);
    expect(await assign(grace, max.id, 1)).toBe(403);
    expect(await assign(grace, grace.id, 1)).toBe(200);
    expect(await assign(grace, null, 2)).toBe(200);
    expect(await assign(ada, max.id, 3)).toBe(200);
    expect(await assign(grace, grace.id, 4)).toBe(403);
    expect(await acknowledge(grace, 4)).toBe(403);
    expect(await assign(max, grace.id, 4)).toBe(200);
    expect(await acknowledge(grace, 4)).toBe(409);
    expect(await acknowledge(grace, 5)).toBe(200);
  });
});

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alertEvent, endpoints, webhookLimits } from '@hopscope/contract';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { createPublishAlertEvents } from '../../src/contexts/compliance/alerts/alert-events.ts';
import { webhookPauses } from '../../src/contexts/compliance/webhooks/deliver-webhooks.ts';
import { tokenSecret } from '../support/api/api-client.ts';
import { start as startProcess } from '../support/command.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { createPostgresDatabase, describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const hour = 60 * minute;

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = (response: ServerResponse, received: Received) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Somebody else's server; `answer` says how it behaves next. */
async function startReceiver() {
  const received: Received[] = [];
  const behavior: { answer: Answer } = { answer: (response) => void response.writeHead(204).end() };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      behavior.answer(response, one);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url, received, behavior };
}

/** What docs/api/webhooks.md says to do. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const right = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(right);
}

/** An organization with a rule whose alerts tests raise by themselves. */
async function prepare(
  databases: Pick<TestDatabases, 'empty'>,
  env: Record<string, string> = { WEBHOOK_ALLOW: '127.0.0.1' },
) {
  const db = await databases.empty();
  const api = await createDirectoryApi(db, { start, env });
  const ada = await api.someone('ada@example.org');
  const grace = await api.someone('grace@example.org');
  const id = await api.found(ada);
  await api.assign(id, 'business');
  await api.enlist(ada, id, grace);
  const receiver = await startReceiver();
  const kysely = createKysely(db);
  const publish = createPublishAlertEvents({
    queue: api.context.webhookDeliveries.queue,
    now: () => api.clock,
  });

  async function raise(count = 1): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const transaction = await insertTransaction(api, { organizationId: id });
      const [row] = await api.rows<{ id: string }>(
        `insert into alert (group_id, id, organization_id, rule_id, transaction_id, type, severity, message, summary,
           raised_at, status, version)
         select made, made, $1, gen_random_uuid(), $2, 'address', 'high', '2 BTC received', 'Payroll', $3, 'new', 1
         from (select gen_random_uuid() made) new returning id`,
        [id, transaction, new Date(api.clock)],
      );
      ids.push(row?.id ?? '');
    }
    await kysely.transaction().execute((trx) => publish(trx, id, 'alert.raised', ids));
    return ids;
  }
  const deliver = () => api.context.deliverWebhooks.run(new AbortController().signal);
  /** Signs in again: tests move the clock past the end of a session. */
  const again = async () => void Object.assign(ada, await api.logIn(ada.email));
  const create = (url = `${receiver.url}/hook`) =>
    api.within(id, ada, endpoints.createWebhook, { body: { url } });
  const deliveries = async (webhookId: string) =>
    (await api.within(id, ada, endpoints.listWebhookDeliveries, { params: { id: webhookId } })).data;
  const webhook = async () => (await api.within(id, ada, endpoints.listWebhooks, {})).data[0];
  const send = async (
    who: Someone,
    method: 'POST' | 'PUT' | 'DELETE' | 'GET',
    path: string,
    payload?: object,
  ) => {
    const headers = { 'x-organization-id': id };
    const answer = await api.ask(path, {
      method,
      token: who.accessToken,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.body };
  };
  return { db, api, ada, again, grace, id, receiver, raise, deliver, create, deliveries, webhook, send };
}

describeWithDatabase('Webhooks', (databases) => {
  test('tell of each alert once, signed; a new secret signs beside the old one for a day', async () => {
    const { api, ada, id, receiver, raise, deliver, create, deliveries } = await prepare(databases);
    const { data: made, secret } = await create();
    expect(secret).toMatch(/^whsec_/);
    const [alertId] = await raise();
    await deliver();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received;
    if (!first) throw new Error('Nothing came');
    const event = alertEvent.parse(JSON.parse(first.body));
    expect(event).toMatchObject({
      type: 'alert.raised',
      sequence: 1,
      data: { alertId, severity: 'high', summary: 'Payroll' },
    });
    expect(first.headers).toMatchObject({
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(api.clock / 1000)),
      'hopscope-webhook-version': '1',
      'content-type': 'application/json',
    });
    expect(isSigned(first, secret)).toBe(true);
    expect(isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false);
    expect(await deliveries(made._id)).toMatchObject([
      { eventId: event.id, state: 'delivered', attempts: 1, lastStatus: 204, lastError: null },
    ]);

    const rotated = await api.within(id, ada, endpoints.rotateWebhookSecret, { params: { id: made._id } });
    await raise();
    await deliver();
    const second = receiver.received[1];
    expect(second && [isSigned(second, secret), isSigned(second, rotated.secret)]).toEqual([true, true]);
    api.clock += webhookLimits.overlapHours * hour;
    await raise();
    await deliver();
    const third = receiver.received[2];
    expect(third && [isSigned(third, secret), isSigned(third, rotated.secret)]).toEqual([false, true]);

    // Nobody reads a secret afterwards.
    const stored = await api.rows<{ row: string }>('select w::text as row from webhook w');
    const remote = await api.rows<{ row: string }>('select a::text as row from audit_log a');
    for (const each of [secret, rotated.secret]) {
      expect(stored.concat(remote).filter(({ row }) => row.includes(each.slice(6)))).toEqual([]);
    }
  });

  test('acknowledging tells too; who missed events reads them after a number, or has them sent again', async () => {
    const { api, ada, grace, id, receiver, raise, deliver, create, send } = await prepare(databases);
    const [alertId] = await raise(3);
    await api.within(id, ada, endpoints.acknowledgeAlert, {
      params: { id: alertId ?? '' },
      body: { version: 1 },
    });
    const read = async (query: { after?: number; limit?: number }) =>
      api.within(id, grace, endpoints.listAlertEvents, { query });
    const page = await read({ limit: 3 });
    expect([page.data.map(({ sequence }) => sequence), page.next]).toEqual([[1, 2, 3], 3]);
    const rest = await read({ after: page.next });
    expect(rest).toMatchObject({ data: [{ type: 'alert.acknowledged', data: { alertId } }], next: 4 });
    expect(await read({ after: 4 })).toMatchObject({ data: [], next: 4 });

    // The webhook came later: nothing was sent by itself.
    const { data: made } = await create();
    await deliver();
    expect(receiver.received).toEqual([]);
    const resend = async (body: object) =>
      (await send(ada, 'POST', `/webhooks/${made._id}/resend`, body)).body;
    expect(JSON.parse(await resend({ after: 1 }))).toMatchObject({ queued: 3, upTo: 4 });
    await deliver();
    const ids = () => receiver.received.map(({ headers }) => String(headers['webhook-id']));
    const expected = [...page.data.slice(1), ...rest.data].map((event) => event.id);
    expect(ids()).toEqual(expected);
    await resend({ after: 1 });
    await deliver();
    expect(ids()).toEqual([...expected, ...expected]);
    expect(receiver.received[3]?.body).toBe(receiver.received[0]?.body);
  });

  test('two servers, and processes that end at any moment, send everything and mark each delivery once', async () => {
    const { db, api, receiver, raise, create } = await prepare(databases);
    const { data: made } = await create();
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 4; round += 1) {
      await raise(6);
      const stops = [new AbortController(), new AbortController()];
      const most = receiver.received.length + Math.floor(random() * 6);
      receiver.behavior.answer = (response) => {
        // The process ends after the receiver has taken it and before it is marked.
        if (receiver.received.length > most) for (const stop of stops) stop.abort(new Error('killed'));
        response.writeHead(200).end();
      };
      await Promise.allSettled(stops.map(({ signal }) => api.context.deliverWebhooks.run(signal)));
    }
    receiver.behavior.answer = (response) => void response.writeHead(200).end();
    for (let turns = 0; turns < 3; turns += 1) {
      api.clock += 2 * minute;
      const run = () => api.context.deliverWebhooks.run(new AbortController().signal);
      await Promise.all([run(), run()]);
    }
    const states = await createKysely(db).selectFrom('webhook_delivery').selectAll().execute();
    expect(states.map(({ state }) => state)).toEqual(Array.from({ length: 24 }, () => 'delivered'));
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(ids).toEqual(new Set(states.map((row) => row.event_id)));
    expect(new Set(states.map((row) => row.webhook_id))).toEqual(new Set([made._id]));
  });
});

describe('Webhooks of a process that is killed', () => {
  test('in the middle of deliveries are told of each event with the same id, and of none too few', async () => {
    const database = await createPostgresDatabase();
    const db = openPostgres({ url: database.url, poolSize: 4 });
    onTestFinished(async () => {
      await db.close();
      await database.drop();
    });
    const { api, receiver, raise, create, deliver } = await prepare({ empty: async () => db });
    await create();
    const script = fileURLToPath(new URL('../support/api/webhooks-child.ts', import.meta.url));
    const pending: ServerResponse[] = [];
    // Killed while the receiver has a message and has not answered, at the first and after others were taken.
    for (const answered of [0, 2]) {
      await raise(4);
      const before = receiver.received.length;
      receiver.behavior.answer = (response) => {
        if (receiver.received.length > before + answered) pending.push(response);
        else response.writeHead(200).end();
      };
      const { child, ended } = startProcess({ script, args: [database.url, tokenSecret, String(api.clock)] });
      await expect.poll(() => receiver.received.length).toBe(before + answered + 1);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      for (const response of pending.splice(0)) response.destroy();
      api.clock += 2 * minute;
    }
    const marked = () =>
      api.rows<{ event_id: string; state: string }>('select event_id, state from webhook_delivery');
    expect(new Set((await marked()).map(({ state }) => state))).toEqual(new Set(['queued', 'delivered']));
    receiver.behavior.answer = (response) => void response.writeHead(200).end();
    await deliver();
    const rows = await marked();
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'delivered'));
    const came = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']));
    expect(new Set(came.keys())).toEqual(new Set(rows.map((row) => row.event_id)));
    // What was on its way when the process was killed came again, as the same message.
    expect(receiver.received.length).toBeGreaterThan(rows.length);
    for (const each of came.values()) expect(new Set(each.map(({ body }) => body)).size).toBe(1);
  });
});

describeWithDatabase('Receivers of webhooks', (databases) => {
  test('that ask for time get it, at most an hour; nothing else is sent to them meanwhile', async () => {
    const { api, receiver, raise, deliver, create, deliveries } = await prepare(databases);
    const { data: made } = await create();
    const busy =
      (status: number, after: string): Answer =>
      (response) =>
        void response.writeHead(status, { 'retry-after': after }).end();
    receiver.behavior.answer = busy(429, '600');
    await raise(2);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const waiting = (await deliveries(made._id)).find(({ attempts }) => attempts === 1);
    expect(waiting).toMatchObject({ state: 'queued', lastStatus: 429 });
    const wait = Date.parse(waiting?.nextAttemptAt ?? '') - api.clock;
    expect(Math.round(wait / 1_000)).toBe(600);
    api.clock += 9 * minute;
    await deliver();
    expect(receiver.received).toHaveLength(1);
    receiver.behavior.answer = busy(503, '86400');
    api.clock += minute;
    await deliver();
    expect(receiver.received).toHaveLength(2);
    receiver.behavior.answer = (response) => void response.writeHead(200).end();
    api.clock += 59 * minute;
    await deliver();
    expect(receiver.received).toHaveLength(2);
    api.clock += minute;
    await deliver();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(receiver.received).toHaveLength(4);
  });

  test('that fail are tried again, then given up and paused; what is dead is sent again with the same id', async () => {
    const { api, ada, again, id, receiver, raise, deliver, create, deliveries, webhook, send } =
      await prepare(databases);
    const { data: made } = await create();
    receiver.behavior.answer = (response) => void response.writeHead(500).end('no');
    await raise();
    await deliver();
    for (const pause of webhookPauses) {
      const before = receiver.received.length;
      api.clock += pause * 0.79;
      await deliver();
      expect(receiver.received).toHaveLength(before);
      api.clock += pause * 0.42;
      await deliver();
      expect(receiver.received).toHaveLength(before + 1);
    }
    await again();
    expect(receiver.received).toHaveLength(webhookLimits.attempts);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await deliveries(made._id)).toMatchObject([
      { state: 'dead', attempts: 8, lastStatus: 500, nextAttemptAt: null },
    ]);
    expect(await webhook()).toMatchObject({ state: 'paused', failures: 8, dead: 1 });
    expect((await api.mails('ada@example.org')).at(-1)).toMatchObject({ template: 'webhook_paused' });
    expect(await api.audited(ada, id)).toContain('webhook.paused');

    // What comes meanwhile waits.
    await raise();
    receiver.behavior.answer = (response) => void response.writeHead(200).end();
    await deliver();
    expect(receiver.received).toHaveLength(8);
    const path = `/webhooks/${made._id}`;
    expect((await send(ada, 'POST', `${path}/resend`, { dead: true })).status).toBe(409);
    const { version } = (await webhook()) ?? { version: 0 };
    expect((await send(ada, 'PUT', path, { version, isActive: true })).status).toBe(200);
    await deliver();
    expect(receiver.received).toHaveLength(9);
    expect(JSON.parse((await send(ada, 'POST', `${path}/resend`, { dead: true })).body)).toMatchObject({
      queued: 1,
    });
    await deliver();
    expect(receiver.received).toHaveLength(10);
    expect(receiver.received[9]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    expect(await webhook()).toMatchObject({
      state: 'active',
      reason: null,
      failures: 0,
      queued: 0,
      dead: 0,
    });
  });

  test('one message that a receiver refuses does not hold up the others; 410 pauses at once', async () => {
    const { api, receiver, raise, deliver, create, deliveries, webhook } = await prepare(databases);
    const { data: made } = await create();
    await raise(3);
    receiver.behavior.answer = (response, { body }) =>
      void response.writeHead(body.includes('"sequence":1,') ? 400 : 200).end();
    await deliver();
    api.clock += 5_000;
    await deliver();
    const states = (await deliveries(made._id)).map(({ sequence, state }) => [sequence, state]);
    expect(states.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [1, 'queued'],
      [2, 'delivered'],
      [3, 'delivered'],
    ]);
    receiver.behavior.answer = (response) => void response.writeHead(410).end();
    await raise();
    api.clock += 10 * minute;
    await deliver();
    expect(await webhook()).toMatchObject({
      state: 'paused',
      reason: 'The receiver responded with 410 (Gone)',
    });
  });

  test('that are hostile get nothing: endless answers, redirects inside, broken connections', async () => {
    const { receiver, raise, deliver, create, deliveries, api, again } = await prepare(databases);
    const { data: made } = await create();
    const inside = await startReceiver();
    const hostile: readonly (readonly [Answer, RegExp])[] = [
      [
        (response) => {
          const more = (): void => {
            if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more));
          };
          more();
        },
        /responded with more than 65536 bytes/,
      ],
      [(response) => void response.writeHead(302, { location: inside.url }).end(), /status 302/],
      [(response) => response.destroy(), /cannot be reached/],
      [
        (response) =>
          void response.writeHead(200, { 'content-length': '9' }).write('half', () => response.destroy()),
        /cannot be reached/,
      ],
    ];
    for (const [answer, error] of hostile) {
      receiver.behavior.answer = answer;
      await raise();
      api.clock += hour;
      await again();
      await deliver();
      const failed = (await deliveries(made._id)).find(
        ({ sequence, attempts }) => attempts > 0 && sequence !== null,
      );
      expect(failed?.lastError).toMatch(error);
      await api.rows('delete from webhook_delivery');
    }
    expect(inside.received).toEqual([]);
  });

  test('inside the operator’s network, and addresses that are no receiver’s, are refused when saved and when asked', async () => {
    const { api, ada, grace, create, receiver, raise, deliver, deliveries, send, webhook } =
      await prepare(databases);
    const { data: made } = await create();
    const bad = [
      'http://8.8.8.8/hook',
      'https://10.0.0.1/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://[::ffff:10.0.0.1]/',
      'https://[::a00:1]/',
      'https://[64:ff9b::a00:1]/',
      'https://[fd00:ec2::254]/',
      'https://224.0.0.1/',
      'https://2130706434/',
      'https://0x7f.2/',
      'https://ada:secret@8.8.8.8/',
      'https://8.8.8.8:22/',
      'ftp://8.8.8.8/',
      'nonsense',
      ' ',
    ];
    for (const url of bad) {
      const answer = await send(ada, 'POST', '/webhooks', { url });
      expect([url, answer.status]).toEqual([url, 400]);
      expect(answer.body).not.toContain('secret@');
      expect((await send(ada, 'PUT', `/webhooks/${made._id}`, { url, version: 1 })).status).toBe(400);
    }
    // It was allowed once.
    await api.rows(`update webhook set url = 'https://127.0.0.2:8443/'`);
    await raise();
    await deliver();
    expect((await deliveries(made._id))[0]?.lastError).toBe('127.0.0.2 is not on the public internet');
    expect(receiver.received).toEqual([]);

    expect((await send(grace, 'GET', '/webhooks')).status).toBe(403);
    const first = await send(ada, 'PUT', `/webhooks/${made._id}`, { version: 1, description: 'Queue' });
    expect(first.status).toBe(200);
    const second = await send(ada, 'PUT', `/webhooks/${made._id}`, { version: 1, isActive: false });
    expect(second.status).toBe(409);
    expect(JSON.parse(second.body)).toMatchObject({
      code: 'changed_meanwhile',
      details: { current: { description: 'Queue', version: 2 } },
    });
    for (let more = 1; more < webhookLimits.endpoints; more += 1) await create();
    expect((await send(ada, 'POST', '/webhooks', { url: `${receiver.url}/x` })).status).toBe(409);
    expect((await send(ada, 'DELETE', `/webhooks/${made._id}`)).status).toBe(200);
    expect((await send(ada, 'DELETE', `/webhooks/${made._id}`)).status).toBe(404);
    expect((await webhook())?._id).not.toBe(made._id);
  });

  test('deliveries are paged and filtered; a test says that it is one; what is over is forgotten in time', async () => {
    const { api, ada, again, id, receiver, raise, deliver, create, deliveries } = await prepare(databases);
    const { data: made } = await create();
    await raise(25);
    const tested = await api.within(id, ada, endpoints.testWebhook, { params: { id: made._id } });
    const arrived = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
    for (let turns = 0; turns < 20 && arrived() < 26; turns += 1) {
      // What did not get through at once is tried again later.
      if (turns > 2) api.clock += 60_000;
      await deliver();
    }
    expect(await api.rows("select * from webhook_delivery where state <> 'delivered'")).toEqual([]);
    await again();
    const sent = receiver.received.find(({ headers }) => headers['webhook-id'] === tested.data.eventId);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id: tested.data.eventId, type: 'test', data: {} });
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await api.within(id, ada, endpoints.listWebhookDeliveries, {
        params: { id: made._id },
        query: { limit: 10, state: 'delivered', ...(before !== undefined && { before }) },
      });
      seen.push(...page.data.map(({ _id }) => _id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([26, 26]);
    api.clock += (webhookLimits.storedDays + 1) * 24 * hour;
    await again();
    await api.context.deliverWebhooks.forgetOld();
    expect(await deliveries(made._id)).toEqual([]);
  });
});

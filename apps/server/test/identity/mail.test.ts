import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { type MailContent, renderMail } from '../../src/contexts/identity/mail/templates.ts';
import { problemOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi, type PeopleApi } from '../support/api/people-api.ts';
import { type MailServer, startMailServer } from '../support/servers/smtp-server.ts';

const ada = 'ada@example.org';
const minute = 60_000;
const day = 24 * 60 * minute;
const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function mailServer(account?: { user: string; password: string }): Promise<MailServer> {
  const server = await startMailServer(account);
  servers.push(server);
  return server;
}
const rowsOf = (api: PeopleApi) =>
  api.rows<{
    status: string;
    attempts: number;
    last_error: string | null;
    content: Uint8Array | null;
    wait: number;
  }>(
    `select status, attempts, last_error, content,
       extract(epoch from next_attempt_at)::float8 as wait from outbox_mail order by created_at`,
  );
async function operator(api: PeopleApi): Promise<string> {
  const link = await api.context.operatorSetup.link();
  const setupToken = new URL(link ?? '', 'http://x').searchParams.get('setup');
  return (await api.signUp('operator@example.org', { setupToken })).accessToken;
}
const queue = (api: PeopleApi, db: SqlDatabase, mail: MailContent & { to: string }) =>
  createKysely(db)
    .transaction()
    .execute((trx) => api.context.mail.queue(trx, mail));
/** Headers of a message, with folded lines joined. */
const headersOf = (source: string): string[] =>
  (source.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');

describeWithDatabase('Mail with a mail server', (databases) => {
  test('is delivered in plain text and HTML, and then forgotten', async () => {
    const server = await mailServer();
    const env = {
      SMTP_URL: server.url,
      MAIL_FROM: 'hopscope@example.org',
      PUBLIC_URL: 'https://hopscope.example.org',
    };
    const api = await createPeopleApi(await databases.empty(), { env });
    await api.signUp(ada);
    const link = await api.linkTo(ada, 'verify_email');
    await api.work();
    expect(server.delivered).toMatchObject([{ from: 'hopscope@example.org', to: [ada] }]);
    const [mail] = server.delivered;
    const headers = headersOf(mail?.source ?? '');
    expect(headers).toContain('Subject: Confirm your email');
    expect(headers).toContain('From: Hopscope <hopscope@example.org>');
    expect(headers).toContain('To: ada@example.org');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers.find((line) => line.startsWith('Message-ID:'))).toMatch(
      /^Message-ID: <[\w-]{36}@example\.org>$/,
    );
    expect(mail?.source).toMatch(/Content-Type: multipart\/alternative/);
    expect(mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(link.href);
    expect(link.origin).toBe('https://hopscope.example.org');
    expect(await rowsOf(api)).toMatchObject([{ status: 'sent', content: null, attempts: 1 }]);
    api.clock += minute;
    await api.work();
    expect(server.delivered).toHaveLength(1);
  });

  test('signs in with the account of SMTP_URL', async () => {
    const server = await mailServer({ user: 'mailer', password: 'secret' });
    const api = await createPeopleApi(await databases.empty(), { env: { SMTP_URL: server.url } });
    await api.signUp(ada);
    await api.work();
    expect(server.delivered).toHaveLength(1);
  });

  test('comes again after 1, 2, 4 … minutes while the server has no time, for three days', async () => {
    const server = await mailServer();
    server.refuseWith = 451;
    const api = await createPeopleApi(await databases.empty(), { env: { SMTP_URL: server.url } });
    await api.signUp(ada);
    const pauses: number[] = [];
    for (let i = 0; i < 4; i++) {
      await api.work();
      const [row] = await rowsOf(api);
      expect(row).toMatchObject({
        status: 'queued',
        attempts: i + 1,
        last_error: expect.stringMatching(/451/),
      });
      const due = (row?.wait ?? 0) * 1000;
      pauses.push(Math.round((due - api.clock) / minute));
      api.clock = due;
    }
    expect(pauses).toEqual([1, 2, 4, 8]);
    api.clock += 3 * day;
    await api.work();
    const [row] = await rowsOf(api);
    expect(row?.status).toBe('failed');
    // It is kept for the operator.
    expect(row?.content).not.toBeNull();
    const token = await operator(api);
    const failed = await api.ask('/operator/outbox?status=failed', { token });
    const { mails } = failed.json<{ data: { mails: { id: string }[] } }>().data;
    expect(mails).toHaveLength(1);
    server.refuseWith = undefined;
    const retry = () => api.post(`/operator/outbox/${mails[0]?.id}/retry`, {}, { token });
    expect((await retry()).json()).toMatchObject({ data: { status: 'queued', attempts: 0 } });
    api.clock += minute;
    await api.work();
    expect(server.delivered.map((mail) => mail.to)).toContainEqual([ada]);
    expect(problemOf(await retry(), 409).code).toBe('conflict');
  });

  test('that the recipient’s server refuses for good is not tried again', async () => {
    const server = await mailServer();
    server.refuseWith = 550;
    const api = await createPeopleApi(await databases.empty(), { env: { SMTP_URL: server.url } });
    await api.signUp(ada);
    await api.work();
    expect(await rowsOf(api)).toMatchObject([{ status: 'failed', attempts: 1 }]);
  });

  test('waits for a server that is not there, and keeps secrets out of the error', async () => {
    const env = { SMTP_URL: 'smtp://mailer:hunter2@127.0.0.1:1' };
    const api = await createPeopleApi(await databases.empty(), { env });
    await api.signUp(ada);
    await api.work();
    const [row] = await rowsOf(api);
    expect(row).toMatchObject({ status: 'queued', last_error: expect.stringMatching(/ECONNREFUSED/) });
    expect(row?.last_error).not.toContain('hunter2');
  });

  test('whose text cannot be read any more fails, and holds no other up', async () => {
    const server = await mailServer();
    const api = await createPeopleApi(await databases.empty(), { env: { SMTP_URL: server.url } });
    await api.signUp(ada);
    await api.rows(`update outbox_mail set content = '\\x01'`);
    await api.signUp('grace@example.org');
    await api.work();
    expect(server.delivered.map((mail) => mail.to)).toEqual([['grace@example.org']]);
    expect((await rowsOf(api)).map((row) => row.status)).toEqual(['failed', 'sent']);
  });

  test('is not written when the change that it tells of is undone', async () => {
    const db = await databases.empty();
    const api = await createPeopleApi(db);
    const undone = createKysely(db)
      .transaction()
      .execute(async (trx) => {
        await api.context.mail.queue(trx, {
          to: ada,
          template: 'password_changed',
          data: { how: 'by link' },
        });
        throw new Error('undone');
      });
    await expect(undone).rejects.toThrow('undone');
    expect(await rowsOf(api)).toEqual([]);
  });

  test('texts from outside make no headers, no recipients and no markup', async () => {
    const server = await mailServer();
    const db = await databases.empty();
    const api = await createPeopleApi(db, { env: { SMTP_URL: server.url } });
    const evil = 'Acme\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script>';
    const data = { inviter: evil, organization: evil, role: 'admin', link: '/onboarding?token=x', days: 7 };
    await queue(api, db, { to: ada, template: 'invitation', data });
    await api.work();
    const [mail] = server.delivered;
    expect(mail?.to).toEqual([ada]);
    const headers = headersOf(mail?.source ?? '');
    expect(headers.some((line) => /^bcc:/i.test(line))).toBe(false);
    expect(headers.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
    const [, text = '', html = ''] = mail?.source.split('Content-Type: text/') ?? [];
    expect(html).toMatch(/^html/);
    expect(html.replaceAll('=\r\n', '')).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
    // A name stays within its line: it cannot pass for a text of its own.
    expect(text.replaceAll('=\r\n', '')).toContain(
      'Acme Bcc: eve@example.org <script>alert(1)</script> invites you',
    );
    for (const to of [
      'ada@example.org\r\nBcc: eve@example.org',
      'ada@example.org, eve@example.org',
      'Ada <ada@example.org>',
      'ada',
      '',
      'ada@example.org\0',
    ]) {
      const refused = queue(api, db, { to, template: 'password_changed', data: { how: 'by link' } });
      await expect(refused).rejects.toThrow(/must be an email address/);
    }
  });
});

describeWithDatabase('Mail without a mail server', (databases) => {
  test('lands in the outbox folder and on the operator’s page', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    await api.work();
    const folder = join(api.dataDir, 'outbox');
    const [file = ''] = readdirSync(folder);
    expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(headersOf(readFileSync(join(folder, file), 'utf8'))).toContain('To: ada@example.org');
    const token = await operator(api);
    const { data } = (await api.ask('/operator/outbox?status=stored', { token })).json<{
      data: { mails: { id: string }[]; total: number };
    }>();
    expect(data).toMatchObject({
      total: 1,
      mails: [{ to: ada, template: 'verify_email', status: 'stored' }],
    });
    const one = await api.ask(`/operator/outbox/${data.mails[0]?.id}`, { token });
    expect(one.json()).toMatchObject({ data: { text: expect.stringContaining('/verify-email?token=') } });
    for (const id of [crypto.randomUUID(), 'not-an-id', '%00']) {
      problemOf(await api.ask(`/operator/outbox/${id}`, { token }), 404);
      problemOf(await api.post(`/operator/outbox/${id}/retry`, {}, { token }), 404);
    }
  });

  test('is forgotten: its text after 30 days, the mail after 90', async () => {
    const api = await createPeopleApi(await databases.empty());
    await api.signUp(ada);
    await api.work();
    api.clock += 29 * day;
    await api.work();
    expect((await rowsOf(api))[0]?.content).not.toBeNull();
    api.clock += 2 * day;
    await api.work();
    expect(await rowsOf(api)).toMatchObject([{ content: null }]);
    api.clock += 60 * day;
    await api.work();
    expect(await rowsOf(api)).toEqual([]);
  });
});

const samples: MailContent[] = [
  { template: 'verify_email', data: { link: '/verify-email?token=x' } },
  { template: 'reset_password', data: { link: '/reset-password?id=1&token=x' } },
  { template: 'password_changed', data: { how: 'by link' } },
  {
    template: 'invitation',
    data: {
      inviter: 'Ada',
      organization: 'Acme',
      role: 'manager',
      link: '/onboarding?token=x&org=Acme',
      days: 7,
    },
  },
  { template: 'invitation_accepted', data: { member: 'Grace', organization: 'Acme' } },
  { template: 'ownership_transferred', data: { organization: 'Acme', from: 'Ada', to: 'Grace' } },
  {
    template: 'second_factor_changed',
    data: { change: 'A passkey was added to your account.' },
  },
  {
    template: 'new_contact_request',
    data: { email: ada, company: 'Acme', companySize: '11-50', message: 'Two\nlines & <more>' },
  },
  {
    template: 'subscription_notice',
    data: { organization: 'Acme', title: 'Trial ends', notice: 'Tomorrow.' },
  },
];
test.each(samples)('$template says the same in both forms', (mail) => {
  const { subject, text, html } = renderMail(mail, (path) => `https://hopscope.example.org${path}`);
  expect(subject).toMatch(/^[^\r\n]{5,150}$/);
  for (const [field, value] of Object.entries(mail.data)) {
    if (typeof value !== 'string' || field === 'how') continue;
    expect(`${subject}\n${text}`).toContain(value);
    const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(html).toContain(escaped.replaceAll('\n', '<br>'));
  }
  if ('link' in mail.data) expect(text).toContain(`https://hopscope.example.org${mail.data.link}`);
});

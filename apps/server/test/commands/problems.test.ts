import type { OperatorProblem } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { recordBackup } from '../../src/contexts/operations/backups/backup-record.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { noSources, type Sources } from '../../src/sources/sources.ts';
import { createPeopleApi, type PeopleApi } from '../support/api/people-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

async function problemsOf(api: PeopleApi, token: string): Promise<OperatorProblem[]> {
  return (await api.ask('/operator/problems', { token })).json().data;
}

async function operatorOf(api: PeopleApi): Promise<string> {
  const link = new URL((await api.context.operatorSetup.link()) ?? '', 'http://localhost');
  const setupToken = link.searchParams.get('setup') ?? '';
  return (await api.signUp('operator@example.org', { setupToken })).accessToken;
}

describeWithDatabase('The problems of an installation', (databases) => {
  test('name what is wrong and what to do, errors first', async () => {
    const db = await databases.empty();
    const stopped: Sources = {
      ...noSources,
      bitcoin: {
        ...noSources.bitcoin,
        source: 'core',
        status: () => ({ phase: 'failed', reason: 'the node has deleted the next blocks' }),
      },
    };
    const api = await createPeopleApi(db, {
      sources: stopped,
      freeBytes: async () => 100_000_000,
      env: { PUBLIC_URL: 'http://hopscope.example.org', BACKUP_TO: '/backups' },
    });
    await recordBackup(createKysely(db), { chain: true, now: () => api.clock }, async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    }).catch(() => undefined);
    const problems = await problemsOf(api, await operatorOf(api));
    const errors = ['source-bitcoin', 'backup', 'disk', 'tls'];
    expect(problems.map(({ id }) => id)).toEqual([...errors, 'mail']);
    expect(problems[0]?.what).toBe('The Bitcoin source has stopped: the node has deleted the next blocks');
    expect(problems[1]?.what).toBe('The last backup failed: the disk is full');
    for (const { what, action } of problems) expect([what, action].every((text) => text !== '')).toBe(true);
  });

  test('are none where nothing is wrong, and work that is queued for too long is one', async () => {
    const db = await databases.empty();
    const env = {
      PUBLIC_URL: 'https://hopscope.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
      BACKUP_TO: '/backups',
      BACKUP_PASSPHRASE: 'a passphrase of the tests',
    };
    const api = await createPeopleApi(db, { env });
    const token = await operatorOf(api);
    await api.rows('delete from outbox_mail');
    expect(await problemsOf(api, token)).toEqual([]);
    await api.rows(
      `insert into outbox_mail (id, template, recipient, subject, status, attempts, created_at, next_attempt_at)
       values (gen_random_uuid(), 'welcome', 'a@example.org', 'x', 'queued', 1, $1, now())`,
      [new Date(api.clock - 3_600_000)],
    );
    expect(await problemsOf(api, token)).toMatchObject([
      {
        id: 'queue-email',
        severity: 'warning',
        what: expect.stringMatching(/^Emails are queued for 60 minutes \(1\)$/),
      },
    ]);
  });
});

import { expect, test } from 'vitest';
import { createPeopleApi } from '../support/api/people-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

describeWithDatabase('security.txt', (databases) => {
  test('has the contact of the operator, a time within a year, and its own address', async () => {
    const env = {
      SECURITY_CONTACT: 'mailto:security@example.org',
      PUBLIC_URL: 'https://hopscope.example.org',
    };
    const api = await createPeopleApi(await databases.empty(), { env });
    const answer = await api.app.inject('/.well-known/security.txt');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      answer.body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/s).slice(0, 2)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:security@example.org',
      Canonical: 'https://hopscope.example.org/.well-known/security.txt',
    });
    const days = (Date.parse(fields['Expires']) - api.clock) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(366);
  });

  test('does not exist without a contact', async () => {
    const api = await createPeopleApi(await databases.empty());
    expect((await api.app.inject('/.well-known/security.txt')).statusCode).toBe(404);
  });
});

describeWithDatabase('Requests of other sites', (databases) => {
  test('get no permission to read answers, and TRACE is refused', async () => {
    const api = await createPeopleApi(await databases.empty());
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await api.app.inject({ method, url: '/api/v1/health', headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    // Not one of the methods that the injection knows.
    const trace = await api.app.inject({ method: 'TRACE' as 'GET', url: '/api/v1/health' });
    expect(trace.statusCode).toBeGreaterThanOrEqual(400);
  });
});

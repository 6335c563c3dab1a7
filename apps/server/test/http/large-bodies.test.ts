import { apiBase, endpoints, flowDocumentLimits, problem } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { problemOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { statuses } from '../support/api/people-api.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../support/api/teams-api.ts';

const drawing = (i: number, radius: unknown = 5) => ({
  change: 'create',
  record: { kind: 'drawing', id: `d${i}`, color: '#416ee2', x: i, y: 0, shape: 'circle', radius },
});
const stepOf = (changes: unknown[]) => ({ id: 'one', author: '', time: 0, title: 'Circles', changes });
const circles = (count: number, radius?: unknown) =>
  Array.from({ length: count }, (_, i) => drawing(i, radius));

async function documentOf(api: TeamsApi, who: Someone) {
  const id = await api.found(who);
  const { data } = await api.as(who, endpoints.createFlowDocument, {
    params: { id },
    body: { title: 'The case' },
  });
  const url = `/organizations/${id}/flow-documents/${data._id}/steps`;
  return {
    url,
    params: { id, documentId: data._id },
    append: (changes: unknown[]) =>
      api.post(url, { base: 0, steps: [stepOf(changes)] }, { token: who.accessToken }),
  };
}

/** The longest time for which nobody else was answered while `work` ran. */
async function longestPause<T>(work: Promise<T>): Promise<{ answer: T; pauseMs: number }> {
  let pauseMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const time = performance.now();
    pauseMs = Math.max(pauseMs, time - last);
    last = time;
  }, 5);
  try {
    return { answer: await work, pauseMs };
  } finally {
    clearInterval(timer);
  }
}

describeWithDatabase('Large bodies', (databases) => {
  test('are refused at the first wrong change, and nobody waits for that', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { append } = await documentOf(api, await api.someone('ada@example.org'));
    // The thread has to start first.
    await append(circles(1000));
    const { answer, pauseMs } = await longestPause(append(circles(20_000, 'x')));
    const refusal = problemOf(answer, 400);
    expect(refusal.errors).toEqual([{ field: 'steps.0.changes.0', message: expect.any(String) as unknown }]);
    expect(answer.body.length).toBeLessThan(2_000);
    expect(pauseMs).toBeLessThan(1_000);
  });

  test('have a bound on changes and values, and are taken up to it', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { append } = await documentOf(api, await api.someone('ada@example.org'));
    const refusal = problemOf(await append(circles(flowDocumentLimits.changes + 1)), 400);
    expect(refusal.message).toContain('One call takes at most 20000 changes');
    const values = await append(Array.from({ length: 600_001 }, () => 0));
    expect(problemOf(values, 413).message).toBe('The body has more than 600000 values');
    const taken = await append(circles(flowDocumentLimits.changes));
    expect([taken.statusCode, taken.json<{ sequence: number }>().sequence]).toEqual([200, 1]);
  });

  test('are not checked again when they are told: the answer has what was stored, as it was stored', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const { append, params } = await documentOf(api, ada);
    await append(circles(2));
    // Of an earlier version, say, which knew more of a circle.
    await api.rows(`update flow_step set step = replace(step, '"radius":5', '"radius":5,"fill":"none"')`);
    const answer = await api.answer(ada, endpoints.listFlowSteps, { params });
    expect(answer.json()).toHaveProperty('steps.0.step.changes.0.record.fill', 'none');
  });

  test('that are no JSON, or name what objects cannot have, are refused as everywhere', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const { url } = await documentOf(api, ada);
    const send = (payload: string, type = 'application/json') =>
      api.app.inject({
        method: 'POST',
        url: `${apiBase}${url}`,
        payload,
        headers: { 'content-type': type, authorization: `Bearer ${ada.accessToken}` },
      });
    for (const text of [
      '{',
      '',
      '{"base":0,"steps":[],"__proto__":{}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      problemOf(await send(text), 400);
    }
    problemOf(await send('{}', 'application/xml'), 415);
  });

  test('come two at a time from one person; the third is told to wait, others are not', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const grace = await api.someone('grace@example.org');
    const [own, others] = [await documentOf(api, ada), await documentOf(api, grace)];
    const [other, ...three] = await Promise.all([
      others.append(circles(10)),
      own.append(circles(5000)),
      own.append(circles(5000)),
      own.append(circles(5000)),
    ]);
    expect(other.statusCode).toBe(200);
    expect(statuses(three)).toEqual([200, 200, 429]);
    const refused = three.find(({ statusCode }) => statusCode === 429) ?? other;
    expect(problemOf(refused, 429).message).toMatch(/Wait until one has finished/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await own.append([])).statusCode).toBe(200);
  });

  test('of other calls are refused for too many values before anybody looks at them', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const headers = { 'x-organization-id': await api.found(ada) };
    const search = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, []]));
    for (const [url, payload] of [
      ['/compliance/filters', { name: 'x', search }],
      ['/risk-scoring/bulk', { items: Array.from({ length: 400_000 }, () => 0) }],
    ] as const) {
      const answer = await api.post(url, payload, { token: ada.accessToken, headers });
      expect(problemOf(answer, 413).message).toBe('The body has more than 20000 values');
    }
  });

  test('say what is wrong with them twenty times at most', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const items = Array.from({ length: 900 }, () => ({ identifier: 7, type: 'x' }));
    const answer = await api.post('/risk-scoring/bulk', { items }, { token: ada.accessToken });
    expect(problem.parse(answer.json()).errors).toHaveLength(20);
  });

  test('of scores at a block of the past have fewer items', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const items = Array.from({ length: 101 }, () => ({
      identifier: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      type: 'address',
    }));
    const answer = await api.post('/risk-scoring/bulk?height=0', { items }, { token: ada.accessToken });
    expect(problemOf(answer, 400).message).toMatch(/at most 100 scores/);
  });
});

describeWithDatabase('Questions that cannot be answered', (databases) => {
  test('because of U+0000 or a year before 1 are bad requests, not failures of the server', async () => {
    const api = await createTeamsApi(await databases.empty());
    const operator = await api.operator();
    const id = await api.found(operator);
    const headers = { 'x-organization-id': id };
    const urls = [
      `/organizations/${id}/notes?search=%00`,
      `/organizations/${id}/flow-documents?search=%00`,
      '/compliance/monitored-addresses/filter?search=%00',
      '/compliance/monitored-addresses/filter?clientId=%00',
      '/compliance/transactions?search=%00',
      '/compliance/transactions?clientId=%00',
      '/compliance/transactions?timestamp[from]=0000-01-01T00:00:00Z',
      '/compliance/transactions?timestamp[to]=0000-01-01T00:00:00Z',
      '/compliance/cases?search=%00',
      '/compliance/cases?dueBefore=0000-01-01T00:00:00Z',
      '/compliance/sars?search=%00',
      '/alerts?search=%00',
      '/alerts/groups?search=%00',
      '/operator/subscriptions?search=%00',
      '/sot/releases?source=%00',
      '/sot/changes?entity=%00',
      '/sot/%00',
      '/sot/%00/history',
      '/sot/logo/%00',
      '/entity-balance-sheet/%00',
    ];
    const failed: string[] = [];
    for (const url of urls) {
      const { statusCode } = await api.ask(url, { token: operator.accessToken, headers });
      if (statusCode >= 500) failed.push(`${url}: ${statusCode}`);
    }
    expect(failed).toEqual([]);
    problemOf(await api.ask(urls[0] ?? '', { token: operator.accessToken, headers }), 400);
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, HopscopeError, screenBatch } from '@hopscope/client';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { addressOf, buildRiskStory } from '../support/api/risk-story.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';

const command = fileURLToPath(new URL('../../../../packages/client/src/hopscope.ts', import.meta.url));

/** A listening server with the risk story, whose rules block what comes from the thief, and a key. */
async function setUp(databases: TestDatabases) {
  const { api, ada } = await buildRiskStory(await databases.empty());
  const id = await api.found(ada, 'Payments');
  await api.assign(id, 'business');
  const second = await api.someone('second@example.org');
  await api.enlist(ada, id, second, 'admin');
  const params = { id };
  const rules = [
    {
      id: 'stolen',
      name: 'Stolen funds',
      decision: 'block' as const,
      when: { exposure: { categories: ['stolen'], kind: 'any' as const, minShare: 0 } },
    },
    {
      id: 'heir',
      name: 'No score',
      decision: 'review' as const,
      when: { unscored: ['nothing_known' as const] },
    },
  ];
  const { data } = await api.as(ada, endpoints.draftScreeningRules, {
    params,
    body: { rules, reason: 'Policy' },
  });
  const body = { number: data.number, writtenAt: data.writtenAt ?? '' };
  await api.as(second, endpoints.activateScreeningRules, { params, body });
  const { secret: key } = await api.as(ada, endpoints.createApiKey, {
    params,
    body: { name: 'Program', scopes: ['read', 'screen'] },
  });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return { api, url, key };
}

const withdrawal = {
  blockchain: 'bitcoin' as const,
  amount: '1000',
  direction: 'out' as const,
  to: addressOf('left'),
};

describeWithDatabase('The client', (databases) => {
  test('decides once, although an answer is lost, the server is busy, and the program repeats the request', async () => {
    const { api, url, key } = await setUp(databases);
    let attempts = 0;
    const unreliable: typeof fetch = async (...given) => {
      attempts += 1;
      if (attempts === 1) return new Response('busy', { status: 503, headers: { 'retry-after': '0' } });
      const answer = await fetch(...given);
      if (attempts === 2) throw new TypeError('The connection was lost');
      return answer;
    };
    const client = createClient({ url, key, fetch: unreliable });
    const { data } = await client.screenTransfer({ body: withdrawal }, { idempotencyKey: 'withdrawal-1' });
    expect(attempts).toBe(3);
    expect(data).toMatchObject({ decision: 'block', rules: [{ id: 'stolen' }] });
    const again = await createClient({ url, key }).screenTransfer(
      { body: withdrawal },
      { idempotencyKey: 'withdrawal-1' },
    );
    expect(again.data).toEqual(data);
    expect(await api.rows('select id from screening_check')).toEqual([{ id: data._id }]);
  });

  test('says what was refused, and does not repeat it', async () => {
    const { url, key } = await setUp(databases);
    const client = createClient({ url, key });
    const wrong = client.screenTransfer({ body: { ...withdrawal, to: 'bc1nonsense' } });
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      problem: { code: 'validation_failed', errors: [{ field: 'to' }] },
    });
    await expect(client.listSessions({})).rejects.toMatchObject({ status: 403 });
    const closed = createClient({ url: 'http://127.0.0.1:9', key, retries: 0 });
    await expect(closed.getStatus({})).rejects.toBeInstanceOf(HopscopeError);
  });

  test('reads streams line by line', async () => {
    const { url, key } = await setUp(databases);
    const client = createClient({ url, key });
    const params = { addr: addressOf('customer') };
    const lines: unknown[] = [];
    const query = { format: 'jsonl' };
    for await (const line of client.lines('exportAddressTransactions', { params, query })) lines.push(line);
    expect(lines.length).toBeGreaterThan(1);
  });

  test('screens a file once, and goes on with the next line after an interruption', async () => {
    const { api, url, key } = await setUp(databases);
    const names = Array.from({ length: 600 }, (_, i) => ['left', 'customer', 'heir'][i % 3] ?? '');
    const file = names.map((name) => `${addressOf(name)}\n`).join('');
    let cuts = 0;
    const unreliable: typeof fetch = async (...given) => {
      const answer = await fetch(...given);
      if (!answer.url.includes('/results') || cuts >= 2 || answer.body === null) return answer;
      cuts += 1;
      const reader = answer.body.getReader();
      let seen = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { value, done } = await reader.read();
          if (value) controller.enqueue(value);
          if (done || (seen += value.length) > 100) {
            await reader.cancel();
            controller.error(new TypeError('The connection was lost'));
          }
        },
      });
      return new Response(body, answer);
    };
    const client = createClient({ url, key, fetch: unreliable, retries: 1 });
    const given = { name: 'Customers', fileType: 'text/csv', idempotencyKey: 'customers-1' } as const;
    const ids: string[] = [];
    const stopping = new AbortController();
    const deciding = (async () => {
      while (!stopping.signal.aborted) {
        await api.context.screeningBatches.run(stopping.signal);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const read = async () => {
      const lines = [];
      const onCreated = ({ _id }: { _id: string }) => void ids.push(_id);
      for await (const line of screenBatch(client, file, { ...given, onCreated })) lines.push(line);
      return lines;
    };
    const lines = await read();
    expect(lines.map(({ line, address }) => [line, address])).toEqual(
      names.map((name, i) => [i + 1, addressOf(name)]),
    );
    expect(cuts).toBe(2);
    expect(await read()).toEqual(lines);
    expect(new Set(ids).size).toBe(1);
    stopping.abort();
    await deciding;
    await expect(
      client.createScreeningBatch({}, { file: '{"address":"x"}\n{"address":7}\n' }),
    ).rejects.toMatchObject({ status: 400, problem: { errors: [{ field: 'lines.2.address' }] } });
  });

  test('is a command with an exit code for each decision', async () => {
    const { api, url, key } = await setUp(databases);
    const run = (args: string[], env: Record<string, string> = { HOPSCOPE_URL: url, HOPSCOPE_KEY: key }) =>
      new Promise<{ code: number; out: string }>((resolve) => {
        const child = execFile(process.execPath, [command, ...args], { env }, (_error, out) =>
          resolve({ code: child.exitCode ?? -1, out }),
        );
      });
    const blocked = await run(['screen', addressOf('left'), addressOf('customer'), '--json']);
    expect(blocked.code).toBe(20);
    expect(JSON.parse(blocked.out)).toMatchObject({
      rulesVersion: 1,
      addresses: [{ address: addressOf('left'), decision: 'block' }, { decision: 'allow' }],
    });
    expect(await run(['screen', addressOf('customer')])).toMatchObject({ code: 0 });
    expect((await run(['screen', 'nonsense'])).code).toBe(1);
    expect((await run(['screen'])).code).toBe(2);
    expect((await run(['batch', '/nowhere/list.csv'])).code).toBe(1);
    const folder = mkdtempSync(join(tmpdir(), 'hopscope-client-'));
    const list = join(folder, 'list.csv');
    writeFileSync(list, `${addressOf('heir')}\n${addressOf('customer')}\n`);
    const timer = setInterval(() => void api.context.screeningBatches.run(new AbortController().signal), 100);
    const screened = await run(['batch', list]);
    clearInterval(timer);
    rmSync(folder, { recursive: true });
    expect(screened.code).toBe(20);
    expect(screened.out.split('\n').map((line) => line && JSON.parse(line))).toMatchObject([
      { line: 1, decision: 'block' },
      { line: 2, decision: 'allow' },
      '',
    ]);
    expect((await run(['screen', addressOf('left')], {})).code).toBe(2);
  });
});

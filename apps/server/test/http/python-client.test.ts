import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { signedHeaders } from '../../src/contexts/compliance/webhooks/standard-webhooks.ts';
import { addressOf, buildRiskStory } from '../support/api/risk-story.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';

const folder = fileURLToPath(new URL('../../../../packages/client/python/', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Passes requests on. The first one is answered with 503, one answer is lost, and two streams of results are cut. */
async function startUnreliable(target: string) {
  const seen = { requests: 0, cuts: 0 };
  const server = createServer((incoming, outgoing) => {
    seen.requests += 1;
    if (seen.requests === 1) {
      outgoing.writeHead(503, { 'retry-after': '0' }).end('busy');
      return;
    }
    const { method, headers, url = '' } = incoming;
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      if (url.includes('/screening/transfers') && seen.cuts === 0) {
        seen.cuts += 1;
        answer.resume();
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!url.includes('/results') || seen.cuts >= 3) {
        answer.pipe(outgoing);
        return;
      }
      seen.cuts += 1;
      answer.once('data', (part: Buffer) => {
        outgoing.write(part.subarray(0, 700));
        setTimeout(() => outgoing.destroy(), 50);
        answer.destroy();
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, seen };
}

/** A server with the risk story whose batches advance, and a key of an organization. */
async function setUp(databases: TestDatabases) {
  const { api, ada } = await buildRiskStory(await databases.empty());
  const id = await api.found(ada, 'Payments');
  await api.assign(id, 'business');
  const { secret } = await api.as(ada, endpoints.createApiKey, {
    params: { id },
    body: { name: 'Program', scopes: ['read', 'screen'] },
  });
  const timer = setInterval(() => void api.context.screeningBatches.run(new AbortController().signal), 100);
  onTestFinished(() => clearInterval(timer));
  return { api, secret };
}

const recipes = fileURLToPath(new URL('../../../../docs/api/recipes.md', import.meta.url));
const webhookSecret = `whsec_${'A'.repeat(32)}`;

/** Runs a Python program; returns what it printed, as JSON. Fails if it writes to standard error. */
async function runPython(code: string, env: Record<string, string>): Promise<unknown> {
  const { out, problem } = await new Promise<{ out: string; problem: string }>((resolve) =>
    execFile(
      'python3',
      ['-B', '-c', code],
      { env: { PATH: process.env['PATH'], PYTHONPATH: folder, ...env } },
      (_error, stdout, stderr) => resolve({ out: stdout, problem: stderr }),
    ),
  );
  expect(problem).toBe('');
  return JSON.parse(out) as unknown;
}

const program = `
import json, os
from hopscope import Hopscope, HopscopeError

hopscope = Hopscope(os.environ["URL"], os.environ["KEY"])
address = os.environ["ADDRESS"]
out = {}
withdrawal = {"blockchain": "bitcoin", "amount": "1000", "direction": "out", "to": address, "budgetMs": 30000}
checks = [hopscope.screen_transfer(body=withdrawal, idempotency_key="withdrawal-1")["data"] for _ in range(2)]
out["same"] = checks[0] == checks[1]
out["state"] = checks[0]["state"]
try:
    hopscope.screen_transfer(body={**withdrawal, "to": "bc1nonsense"})
except HopscopeError as error:
    out["refused"] = [error.status, error.problem["code"], error.problem["errors"][0]["field"]]
try:
    hopscope.list_sessions()
except HopscopeError as error:
    out["closed"] = error.status
try:
    hopscope.get_screening_batch(batch="x")
except TypeError as error:
    out["unknown"] = str(error)
try:
    hopscope.get_screening_batch()
except TypeError as error:
    out["missing"] = str(error)
out["exported"] = sum(1 for _ in hopscope.lines("export_address_transactions", addr=address, format="jsonl"))
file = "".join(f"{address}\\n" for _ in range(600)).encode()
lines = hopscope.screen_batch(file, name="Customers & more", direction="in", file_type="text/csv")
out["lines"] = [line["line"] for line in lines]
out["named"] = hopscope.list_screening_batches()["data"][0]["name"]
out["shown"] = repr(hopscope)
print(json.dumps(out))
`;

describeWithDatabase('The Python client', (databases) => {
  test('decides once over an unreliable network, says what was refused, and continues streams', async (context) => {
    if (!hasPython) context.skip('python3 is not installed');
    const { api, secret } = await setUp(databases);
    const { url, seen } = await startUnreliable(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const env = { URL: url, KEY: secret, ADDRESS: addressOf('customer') };
    expect(await runPython(program, env)).toEqual({
      same: true,
      state: 'decided',
      refused: [400, 'validation_failed', 'to'],
      closed: 403,
      unknown: 'get_screening_batch has no parameter batch; it has: id',
      missing: 'get_screening_batch needs the parameter id',
      exported: expect.any(Number) as number,
      lines: Array.from({ length: 600 }, (_, i) => i + 1),
      named: 'Customers & more',
      shown: `Hopscope('${url}')`,
    });
    expect(seen.cuts).toBe(3);
    expect(await api.rows('select id from screening_check')).toHaveLength(1);
  });

  test('runs the recipes', async (context) => {
    if (!hasPython) context.skip('python3 is not installed');
    const { api, secret } = await setUp(databases);
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const blocks = [...readFileSync(recipes, 'utf8').matchAll(/```python\n(.*?)```/gs)].map(
      ([, code]) => code,
    );
    expect(blocks).toHaveLength(6);
    const results = mkdtempSync(join(tmpdir(), 'hopscope-recipes-'));
    onTestFinished(() => rmSync(results, { recursive: true }));
    const message = { id: 'message-1', body: '{"type":"screening.decided"}' };
    const headers = signedHeaders({ ...message, at: Date.now(), secrets: [webhookSecret] });
    const code = `
import json, os
url, key = os.environ["URL"], os.environ["KEY"]
${blocks.join('\n').replace('"budgetMs": 5000', '"budgetMs": 30000')}
left, customer = os.environ["LEFT"], os.environ["CUSTOMER"]
headers, secret, body = json.loads(os.environ["HEADERS"]), os.environ["SECRET"], os.environ["BODY"].encode()
screen_customers([left, customer, "bc1typo"], "2026-11-26", os.environ["REPORT"])
print(json.dumps({
    "withdrawals": [decide_withdrawal(7, left, 1000, "C-7") for _ in range(2)],
    "deposit": screen_deposit("ab" * 32, 1000, "C-7")["state"],
    "genuine": [is_genuine(secret, headers, body), is_genuine(secret, headers, body + b" ")],
    "scores": scores([left, customer]),
    "senders": senders(customer),
}))
`;
    const out = await runPython(code, {
      URL: url,
      KEY: secret,
      LEFT: addressOf('left'),
      CUSTOMER: addressOf('customer'),
      HEADERS: JSON.stringify(headers),
      SECRET: webhookSecret,
      BODY: message.body,
      REPORT: join(results, 'report.csv'),
    });
    expect(out).toMatchObject({
      withdrawals: ['review', 'review'],
      deposit: 'pending',
      genuine: [true, false],
      scores: [{ address: addressOf('left') }, { address: addressOf('customer') }],
    });
    const { score } = (out as { scores: { score: number }[] }).scores[0] ?? {};
    expect(readFileSync(join(results, 'report.csv'), 'utf8').split('\r\n')).toEqual([
      'line,address,decision,score,rules',
      `1,${addressOf('left')},review,${score},high-score`,
      `2,${addressOf('customer')},review,,no-score`,
      '3,bc1typo,,,',
      '',
    ]);
  });
});

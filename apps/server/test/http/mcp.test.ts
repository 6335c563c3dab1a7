import { fileURLToPath } from 'node:url';
import { endpoints } from '@hopscope/contract';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, buildRiskStory } from '../support/api/risk-story.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';

const command = fileURLToPath(new URL('../../../../packages/mcp/src/main.ts', import.meta.url));

interface Answer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
}

/** A listening server with the risk story, and an MCP client of the command with a key of these scopes. */
async function setUp(databases: TestDatabases, scopes: ('read' | 'screen')[]) {
  const { api, ada } = await buildRiskStory(await databases.empty());
  const id = await api.found(ada, 'Payments');
  await api.assign(id, 'business');
  const { secret: key } = await api.as(ada, endpoints.createApiKey, {
    params: { id },
    body: { name: 'Assistant', scopes },
  });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command],
    env: { HOPSCOPE_URL: url, HOPSCOPE_KEY: key },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await api.app.close();
  });
  const ask = async (name: string, given: Record<string, unknown>): Promise<Answer> =>
    (await client.callTool({ name, arguments: given })) as Answer;
  return { api, ada, id, url, client, ask };
}

describeWithDatabase('The MCP server', (databases) => {
  test('offers a few tools that only read', async () => {
    const { client } = await setUp(databases, ['read']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'cases',
      'entity',
      'lookup_address',
      'path',
      'score',
      'search',
      'trace',
      'transaction',
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools.every(({ description = '' }) => description.length > 20)).toBe(true);
  });

  test('answers what the API answers, with a link and the state that it depends on', async () => {
    const { api, ada, id, url, ask } = await setUp(databases, ['read']);
    const left = addressOf('left');
    const found = await ask('search', { query: ` ${left} ` });
    expect(found.structuredContent).toMatchObject({
      type: 'address',
      value: left,
      link: `${url}/home/block-explorer/address/${left}`,
      basis: { directoryVersion: expect.any(Number) },
    });
    expect(JSON.parse(found.content[0]?.text ?? '')).toEqual(found.structuredContent);

    const score = (await ask('score', { identifier: left })).structuredContent;
    const { data } = await api.as(ada, endpoints.calculateRisk, {
      query: {},
      body: { identifier: left },
    });
    expect(score).toMatchObject({
      score: data.score,
      level: data.level,
      hash: data.hash,
      basis: data.basis,
      link: `${url}/home/risk-dashboard?address=${left}`,
    });

    const looked = (await ask('lookup_address', { address: left, transactions: 1 })).structuredContent;
    const [summary] = (await api.as(ada, endpoints.getAddressSummary, { params: { addr: left } })).data;
    expect(looked).toMatchObject({ summary, owner: { address: left } });
    const [newest] = (looked?.['transactions'] ?? []) as { txid: string }[];
    const transaction = await ask('transaction', { hash: newest?.txid });
    expect(transaction.structuredContent).toMatchObject({
      transaction: { txid: newest?.txid },
      link: `${url}/home/block-explorer/transaction/${newest?.txid}`,
    });

    const trace = (await ask('trace', { address: left })).structuredContent;
    const sums = trace?.['sums'] as { followed: string; stops: { amount: string }[] }[];
    for (const { followed, stops } of sums)
      expect(stops.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(BigInt(followed));
    expect(trace).toMatchObject({
      link: `${url}/home/flow-trace?address=${left}`,
      endedBy: expect.any(String),
    });
    const path = (await ask('path', { from: left, to: addressOf('customer') })).structuredContent;
    expect(path).toMatchObject({ results: [{ direction: 'forward' }] });

    const [entity] = (await api.as(ada, endpoints.listEntities, { query: {} })).data;
    const record = (await ask('entity', { id: entity?.entity_id })).structuredContent;
    expect(record).toMatchObject({ entity: { entity_id: entity?.entity_id } });
    const named = await ask('search', { query: entity?.proper_name ?? '' });
    expect(named.structuredContent?.['entities']).toMatchObject([{ id: entity?.entity_id }]);

    const opened = await api.as(ada, endpoints.createCase, { body: { title: 'Stolen funds' } });
    const cases = (await ask('cases', { search: 'Stolen' })).structuredContent;
    expect(cases).toMatchObject({
      total: 1,
      cases: [{ _id: opened.data._id, link: `${url}/home/cases/${opened.data._id}` }],
    });
    expect((await ask('cases', { id: opened.data._id })).structuredContent).toMatchObject({
      case: { title: 'Stolen funds' },
    });
    expect(id).not.toBe('');
  });

  test('says why a call was refused', async () => {
    const { ask } = await setUp(databases, ['screen']);
    const refused = await ask('score', { identifier: addressOf('left') });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toMatch(/scope/i);
  });

  test('names what is wrong with an address', async () => {
    const { ask } = await setUp(databases, ['read']);
    const wrong = await ask('lookup_address', { address: 'bc1nonsense' });
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0]?.text).toMatch(/address/i);
    const missing = await ask('score', {});
    expect(missing.isError).toBe(true);
  });
});
